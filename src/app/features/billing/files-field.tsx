import { Eye, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Photos } from '#farm/attachments/photos.tsx';
import { FailedNotice, useFarm } from '#platform';
import { IconButton, PickPhotos, Row } from '#ui';
import { isPdf, keepPaper, mostPapers, type Paper, tooManyPapers, withPaper } from './papers.ts';
import { PaperView, type SeenPaper, seenPaper } from './paper-view.tsx';

interface FilesFieldProps {
  readonly invoiceId: string;
  readonly files: readonly Paper[];
  readonly onChange: (files: readonly Paper[]) => void;
  /** Gets each paper before it is shrunk: a QR is read off the large one. */
  readonly onPaper?: (file: File) => void;
}

/** Photos or a PDF of an invoice, kept on this device until sent (domain.md §2.8). */
export const FilesField = ({ invoiceId, files, onChange, onPaper }: FilesFieldProps) => {
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
      if (latest.current.length >= mostPapers) {
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
      {files.length < mostPapers ? (
        <PickPhotos withPdf busy={busy} onPick={(chosen) => void add(chosen)} />
      ) : (
        <p>{tooManyPapers}.</p>
      )}
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

/** What is on this device: thumbnails of photos, PDFs by name. */
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
