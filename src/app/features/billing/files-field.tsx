import { Download, Eye, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Photos } from '#farm/attachments/photos.tsx';
import { FailedNotice, useFarm } from '#platform';
import { ButtonLink, IconButton, PickPhotos, Row, Sheet, Stack } from '#ui';
import { failure, fileLimits, fileTypeOf, type Result, success } from '#domain';
import { compressed } from '#farm/attachments/compress.ts';
import type { Farm } from '#sync/farm.ts';
import type { InvoiceDraft } from './invoice-draft.ts';
import styles from './billing.module.css';

interface FilesFieldProps {
  readonly invoiceId: string;
  /** Files that the invoice has already. */
  readonly held?: number;
  readonly files: readonly Paper[];
  readonly onChange: (files: readonly Paper[]) => void;
  /** Gets each paper before it is shrunk: a QR is read off the large one. */
  readonly onPaper?: (file: File) => void;
}

/** Photos or a PDF of an invoice, kept on this device until sent (domain.md §2.8). */
export const FilesField = ({ invoiceId, held = 0, files, onChange, onPaper }: FilesFieldProps) => {
  const farm = useFarm();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  // One may be removed while another is being shrunk.
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  }, [files]);
  const change = (papers: readonly Paper[]): void => {
    latest.current = papers;
    onChange(papers);
  };
  const add = async (chosen: readonly File[]): Promise<void> => {
    setFailed(null);
    setBusy(true);
    for (const file of chosen) {
      if (held + latest.current.length >= mostPapers) {
        setFailed(tooManyPapers);
        break;
      }
      const stored = await keepPaper(farm, file, invoiceId);
      if (stored.ok) {
        onPaper?.(file);
        change(withPaper(latest.current, stored.value));
      } else setFailed(`${file.name}: ${stored.problem}`);
    }
    setBusy(false);
  };
  return (
    <>
      {held + files.length < mostPapers ? <PickPhotos withPdf busy={busy} onPick={add} /> : <p>{tooManyPapers}.</p>}
      <FailedNotice message={failed} />
      <Papers
        files={files}
        onRemove={(digest) => change(latest.current.filter((one) => one.digest !== digest))}
        onFailed={setFailed}
      />
    </>
  );
};

interface PapersProps {
  readonly files: readonly Paper[];
  readonly onRemove: (digest: string) => void;
  readonly onFailed: (sentence: string) => void;
}

const Papers = ({ files, onRemove, onFailed }: PapersProps) => {
  const farm = useFarm();
  const [seen, setSeen] = useState<SeenPaper | null>(null);
  const open = async ({ digest, name }: Paper): Promise<void> => {
    const found = await farm.blobs.open(digest);
    if (found.is === 'away') onFailed(`${name} ya no está en este celular`);
    else setSeen(seenPaper(found.bytes, 'application/pdf', name));
  };
  const photos = files.filter((one) => !isPdf(one)).map((one) => one.digest);
  return (
    <>
      <Photos digests={photos} onRemove={onRemove} />
      {files.filter(isPdf).map((one) => (
        <Row
          key={one.digest}
          title={one.name}
          subtitle="Guardado en este celular: se envía con la factura"
          actions={
            <>
              <IconButton label={`Ver ${one.name}`} icon={<Eye />} onClick={() => void open(one)} />
              <IconButton label={`Quitar ${one.name}`} icon={<X />} onClick={() => onRemove(one.digest)} />
            </>
          }
        />
      ))}
      {seen ? <PaperView paper={seen} onClose={() => setSeen(null)} /> : null}
    </>
  );
};

type Paper = InvoiceDraft['files'][number];

export const isPdf = ({ name, type = '' }: { readonly name: string; readonly type?: string }): boolean =>
  type === 'application/pdf' || /\.pdf$/i.test(name);

async function pdfBytes(file: File): Promise<Result<Uint8Array<ArrayBuffer>, string>> {
  if (file.size > fileLimits.bytes) return failure('El PDF pesa más de 10 MB. Sacale una foto o mandá uno más liviano');
  const bytes = new Uint8Array(await file.arrayBuffer());
  return fileTypeOf(bytes) === 'application/pdf'
    ? success(bytes)
    : failure('Ese PDF está cortado o no es un PDF. Descargalo de nuevo y probá otra vez');
}

async function photoBytes(file: File): Promise<Result<Uint8Array<ArrayBuffer>, string>> {
  const bytes = await compressed(file);
  return bytes ? success(bytes) : failure('No se puede leer ese archivo. Elegí una foto o un PDF');
}

/** Stores a paper on this device: photos shrunk, PDFs as they are. A failure is a sentence. */
export async function keepPaper(farm: Farm, file: File, invoiceId: string): Promise<Result<Paper, string>> {
  const bytes = isPdf(file) ? await pdfBytes(file) : await photoBytes(file);
  if (!bytes.ok) return bytes;
  const stored = await farm.blobs.keep(bytes.value, invoiceId);
  if (!stored.ok) return stored;
  return success({ digest: stored.value, name: isPdf(file) ? file.name : `${file.name.replace(/\.\w+$/, '')}.jpg` });
}

/** The papers with one more, without duplicates. */
export const withPaper = (papers: readonly Paper[], paper: Paper): readonly Paper[] => [
  ...papers.filter((one) => one.digest !== paper.digest),
  paper,
];

export const tooManyPapers = `Hasta ${fileLimits.perInvoice} archivos por factura`;
export const mostPapers = fileLimits.perInvoice;

export interface SeenPaper {
  readonly url: string;
  readonly name: string;
  readonly isPicture: boolean;
}

/** An object URL, which `PaperView` revokes. */
export const seenPaper = (bytes: Uint8Array<ArrayBuffer>, type: string, name: string): SeenPaper => ({
  url: URL.createObjectURL(new Blob([bytes], { type })),
  name,
  isPicture: type.startsWith('image/'),
});

/** Shows a photo; a PDF is downloaded for the phone's own viewer. */
export const PaperView = ({ paper, onClose }: { readonly paper: SeenPaper; readonly onClose: () => void }) => {
  const { url, name, isPicture } = paper;
  const close = (): void => {
    URL.revokeObjectURL(url);
    onClose();
  };
  return (
    <Sheet open title={name} onClose={close}>
      <Stack>
        {isPicture ? <img className={styles.paper} src={url} alt={name} /> : null}
        <ButtonLink href={url} download={name} icon={<Download />}>
          Descargar
        </ButtonLink>
      </Stack>
    </Sheet>
  );
};
