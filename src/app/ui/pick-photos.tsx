import { Camera, FileUp, ImagePlus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import styles from './attachments.module.css';
import { Button } from './button.tsx';
import { Cluster } from './stack.tsx';

interface PickPhotosProps {
  readonly busy: boolean;
  readonly onPick: (files: readonly File[]) => void;
  /** A PDF will do as well as a photo. */
  readonly withPdf?: boolean;
}

/** Photos from the camera or from those that are on the phone; with `withPdf` a paper that came as a file too. */
export const PickPhotos = ({ busy, onPick, withPdf = false }: PickPhotosProps) => (
  <Cluster>
    <span className={styles.camera}>
      <Picker icon={<Camera size={24} aria-hidden />} words="Sacar foto" fromCamera busy={busy} onPick={onPick} />
    </span>
    {withPdf ? (
      <Picker
        icon={<FileUp size={24} aria-hidden />}
        words="Elegir foto o PDF"
        accept="image/*,application/pdf"
        busy={busy}
        onPick={onPick}
      />
    ) : (
      <Picker icon={<ImagePlus size={24} aria-hidden />} words="Elegir fotos" busy={busy} onPick={onPick} />
    )}
  </Cluster>
);

interface PickerProps extends Omit<PickPhotosProps, 'withPdf'> {
  readonly icon: ReactNode;
  readonly words: string;
  readonly fromCamera?: boolean;
  readonly accept?: string;
}

const Picker = ({ icon, words, fromCamera = false, accept = 'image/*', busy, onPick }: PickerProps) => {
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
        accept={accept}
        aria-label={words}
        {...(fromCamera ? { capture: 'environment' } : { multiple: true })}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same photo chosen again is a choice too.
          event.target.value = '';
          if (files.length > 0) onPick(files);
        }}
      />
    </>
  );
};
