import { failureWords } from '#farm/failure-words.ts';
import { FileText, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { fillPath } from '#contract/endpoint.ts';
import { invoiceEndpoints } from '#contract/endpoints/invoices.ts';
import { formatNumber, type Invoice, joined } from '#domain';
import { FailedNotice, toastSaved, useFarm, useSession } from '#platform';
import { useWaitingPapers } from '#farm/attachments/to-send.ts';
import { callFailureOf } from '#session/ask.ts';
import { useTry } from '#forms';
import type { WaitingPaper } from '#sync/blobs/farm-blobs.ts';
import { Button, Card, RowButton, RowList } from '#ui';
import { FilesField, PaperView, type SeenPaper, seenPaper } from './files-field.tsx';
import type { Changing } from './use-invoice.ts';
import type { InvoiceDraft } from './invoice-draft.ts';

type Attachment = Invoice['attachments'][number];

const sizeWords = (bytes: number): string =>
  bytes >= 1_048_576 ? `${formatNumber(bytes / 1_048_576, 1)} MB` : `${formatNumber(Math.ceil(bytes / 1024), 0)} KB`;

/** The server may list it before this device hears of it. */
const isListed = ({ content, problem }: WaitingPaper, listed: readonly Attachment[]): boolean =>
  problem === null && content !== null && listed.some(({ digest }) => digest === content);

const wordsOf = ({ problem, isSent }: WaitingPaper): string | null =>
  problem ?? (isSent ? null : 'Guardado en este celular: se envía con la factura');

/** Papers of an invoice, from the server or, unsent, from this device. */
export const Attachments = ({ invoice }: Pick<Changing, 'invoice'>) => {
  const { organizationId, blobs } = useFarm();
  const waiting = useWaitingPapers(invoice.id)?.filter((paper) => !isListed(paper, invoice.attachments));
  const { session } = useSession();
  const [shown, setShown] = useState<SeenPaper | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const open = async ({ id, name, type }: Attachment): Promise<void> => {
    setFailed(null);
    const path = fillPath(invoiceEndpoints.invoiceFile.path, { org: organizationId, fileId: id });
    const reply = await session.call({ method: 'GET', path });
    const bytes = reply.outcome === 'answer' ? bytesIn(reply.body) : null;
    if (bytes === null) return setFailed(callFailureOf(reply).message);
    setShown(seenPaper(bytes, type, name));
  };
  const openHere = async ({ digest, name }: WaitingPaper): Promise<void> => {
    setFailed(null);
    const found = await blobs.open(digest);
    if (found.is === 'away') setFailed(`${name} ya no está en este celular`);
    else setShown(seenPaper(found.bytes, found.type, name));
  };
  const papers = [
    ...invoice.attachments.map((file) => ({ ...file, key: file.id, words: null, onOpen: () => open(file) })),
    ...(waiting ?? []).map((paper) => ({
      ...paper,
      key: paper.digest,
      words: wordsOf(paper),
      onOpen: () => openHere(paper),
    })),
  ];
  return (
    <Card title="Comprobante">
      <FailedNotice message={failed} />
      {papers.length > 0 ? (
        <RowList label="Archivos">
          {papers.map(({ key, name, size, words, onOpen }) => (
            <li key={key}>
              <RowButton
                icon={<FileText size={26} />}
                title={name}
                subtitle={joined(sizeWords(size), words)}
                onClick={onOpen}
              />
            </li>
          ))}
        </RowList>
      ) : waiting ? (
        <p>Sin foto ni archivo.</p>
      ) : null}
      {invoice.state === 'anulada' ? null : <AddFiles invoice={invoice} held={papers.length} />}
      {shown ? <PaperView paper={shown} onClose={() => setShown(null)} /> : null}
    </Card>
  );
};

function bytesIn(body: unknown): Uint8Array<ArrayBuffer> | null {
  const { file } = (body ?? {}) as { readonly file?: { readonly bytes?: unknown } };
  return file?.bytes instanceof Uint8Array ? new Uint8Array(file.bytes) : null;
}

/** More papers of the same invoice, sent in the background. */
const AddFiles = ({ invoice, held }: Pick<Changing, 'invoice'> & { readonly held: number }) => {
  const farm = useFarm();
  const [files, setFiles] = useState<InvoiceDraft['files']>([]);
  const send = useTry(async () => {
    const saved = await farm.acts.editThing('invoice', invoice.id, { papers: files });
    if (!saved.ok) return failureWords(saved.problem);
    setFiles([]);
    toastSaved(farm);
    return null;
  });
  return (
    <>
      <FilesField invoiceId={invoice.id} held={held} files={files} onChange={setFiles} />
      <FailedNotice message={send.failed} />
      {files.length > 0 ? (
        <Button icon={<Paperclip />} busy={send.busy} onClick={send.run}>
          Agregar a la factura
        </Button>
      ) : null}
    </>
  );
};
