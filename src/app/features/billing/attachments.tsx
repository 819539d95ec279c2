import { FileText, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { fillPath } from '../../../contract/endpoint.ts';
import { invoiceEndpoints } from '../../../contract/endpoints/invoices.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import type { Invoice } from '../../../domain/office/invoices.ts';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { useFarm } from '../../frame/farm-context.tsx';
import { useNoSignal } from '../../frame/needs-signal.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { callFailureOf } from '../../session/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RowButton, RowList } from '../../ui/row.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { FilesField } from './files-field.tsx';
import type { InvoiceDraft } from './invoice-draft.ts';
import { PaperView, type SeenPaper, seenPaper } from './paper-view.tsx';
import { sendFiles } from './send-invoice.ts';

type Attachment = Invoice['attachments'][number];

const sizeWords = (bytes: number): string =>
  bytes >= 1_048_576 ? `${formatNumber(bytes / 1_048_576, 1)} MB` : `${formatNumber(Math.ceil(bytes / 1024), 0)} KB`;

interface AttachmentsProps {
  readonly invoice: Invoice;
  readonly onSent: () => void;
}

/** The papers of an invoice: each is fetched with the person's own token, so no address of it works for anybody else. */
export const Attachments = ({ invoice, onSent }: AttachmentsProps) => {
  const { organizationId } = useFarm();
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
  return (
    <Card title="Comprobante">
      <FailedNotice message={failed} />
      {invoice.attachments.length > 0 ? (
        <RowList label="Archivos">
          {invoice.attachments.map((file) => (
            <li key={file.id}>
              <RowButton
                icon={<FileText size={26} aria-hidden />}
                title={file.name}
                subtitle={sizeWords(file.size)}
                onClick={() => void open(file)}
              />
            </li>
          ))}
        </RowList>
      ) : (
        <p>Sin foto ni archivo.</p>
      )}
      {invoice.state === 'anulada' ? null : <AddFiles invoice={invoice} onSent={onSent} />}
      {shown ? <PaperView paper={shown} onClose={() => setShown(null)} /> : null}
    </Card>
  );
};

/** The file that an answer carries. */
function bytesIn(body: unknown): Uint8Array<ArrayBuffer> | null {
  const { file } = (body ?? {}) as { readonly file?: { readonly bytes?: unknown } };
  return file?.bytes instanceof Uint8Array ? new Uint8Array(file.bytes) : null;
}

/** More papers of the same invoice. */
const AddFiles = ({ invoice, onSent }: AttachmentsProps) => {
  const farm = useFarm();
  const { session } = useSession();
  const hasNoSignal = useNoSignal();
  const [files, setFiles] = useState<InvoiceDraft['files']>([]);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    const failure = await sendFiles(session, farm, invoice.id, files);
    setBusy(false);
    setFailed(failure?.message ?? null);
    if (failure) return;
    setFiles([]);
    toastSuccess('Archivo agregado');
    void farm.acts.sendNow();
    onSent();
  };
  return (
    <>
      <FilesField files={files} onChange={setFiles} />
      <FailedNotice message={failed} />
      {files.length > 0 ? (
        <Button
          icon={<Paperclip size={24} aria-hidden />}
          busy={busy}
          disabled={hasNoSignal}
          onClick={() => void send()}
        >
          Agregar a la factura
        </Button>
      ) : null}
    </>
  );
};
