import { Camera, FileUp, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { fileLimits } from '../../../domain/office/file-types.ts';
import { failure } from '../../../domain/result.ts';
import { compressed } from '../../frame/attachments/compress.ts';
import { Photos } from '../../frame/attachments/photos.tsx';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { useFarm } from '../../frame/farm-context.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row } from '../../ui/row.tsx';
import { Cluster } from '../../ui/stack.tsx';
import type { InvoiceDraft } from './invoice-draft.ts';

type Files = InvoiceDraft['files'];

interface FilesFieldProps {
  readonly files: Files;
  readonly onChange: (files: Files) => void;
  /** Hears of each paper as it was chosen, before it is made small: a QR is read off the large one. */
  readonly onPaper?: (file: File) => void;
}

const isPdf = (file: File): boolean => file.type === 'application/pdf' || /\.pdf$/i.test(file.name);

/** The bytes that are kept of a file: a photo made small, a PDF as it is. */
const bytesOf = async (file: File): Promise<Uint8Array<ArrayBuffer> | null> =>
  isPdf(file) ? new Uint8Array(await file.arrayBuffer()) : await compressed(file);

/** The paper itself: a photo or a PDF, kept on this device until it is sent, whatever else happens (domain.md §2.8). */
export const FilesField = ({ files, onChange, onPaper }: FilesFieldProps) => {
  const farm = useFarm();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const add = async (file: File): Promise<void> => {
    setFailed(null);
    if (files.length >= fileLimits.perInvoice) return setFailed(`Hasta ${fileLimits.perInvoice} archivos por factura`);
    if (isPdf(file) && file.size > fileLimits.bytes) return setFailed('El archivo es demasiado grande');
    setBusy(true);
    onPaper?.(file);
    const bytes = await bytesOf(file);
    const kept = bytes === null ? failure('No se puede leer ese archivo') : await farm.blobs.keep(bytes);
    setBusy(false);
    if (!kept.ok) return setFailed(kept.problem);
    const name = isPdf(file) ? file.name : file.name.replace(/\.\w+$/, '.jpg');
    onChange([...files.filter((one) => one.digest !== kept.value), { digest: kept.value, name }]);
  };
  const remove = (digest: string): void => onChange(files.filter((one) => one.digest !== digest));
  const papers = files.filter((one) => /\.pdf$/i.test(one.name));
  const photos = files.filter((one) => !papers.includes(one)).map((one) => one.digest);
  return (
    <section aria-label="Comprobante">
      <Cluster>
        <Pick
          words="Sacar foto"
          icon={<Camera size={24} aria-hidden />}
          camera
          busy={busy}
          onPick={(file) => void add(file)}
        />
        <Pick
          words="Elegir archivo"
          icon={<FileUp size={24} aria-hidden />}
          busy={busy}
          onPick={(file) => void add(file)}
        />
      </Cluster>
      <FailedNotice message={failed} />
      <Photos digests={photos} onRemove={remove} />
      {papers.map((one) => (
        <Row
          key={one.digest}
          title={one.name}
          subtitle="Se envía cuando haya señal"
          actions={
            <IconButton
              label={`Quitar ${one.name}`}
              icon={<X size={24} aria-hidden />}
              onClick={() => remove(one.digest)}
            />
          }
        />
      ))}
    </section>
  );
};

interface PickProps {
  readonly words: string;
  readonly icon: ReactNode;
  readonly camera?: boolean;
  readonly busy: boolean;
  readonly onPick: (file: File) => void;
}

const Pick = ({ words, icon, camera = false, busy, onPick }: PickProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={icon} busy={busy} onClick={() => input.current?.click()}>
        {words}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words}
        accept={camera ? 'image/*' : 'image/*,application/pdf'}
        {...(camera && { capture: 'environment' })}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same paper chosen again is a choice too.
          event.target.value = '';
          if (file) onPick(file);
        }}
      />
    </>
  );
};
