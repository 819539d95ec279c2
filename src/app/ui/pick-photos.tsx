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
  /** For a single photo: the first, or another in its place. */
  readonly single?: 'first' | 'another';
}

const words = {
  several: ['Sacar foto', 'Elegir fotos'],
  first: ['Sacar foto', 'Elegir foto'],
  another: ['Sacar otra foto', 'Elegir otra foto'],
} as const;

/** Photos from the camera or from those that are on the phone; with `withPdf` a paper that came as a file too. */
export const PickPhotos = ({ busy, onPick, withPdf = false, single }: PickPhotosProps) => {
  const [take, choose] = words[single ?? 'several'];
  return (
    <Cluster>
      <span className={styles.camera}>
        <Picker icon={<Camera size={24} aria-hidden />} words={take} fromCamera busy={busy} onPick={onPick} />
      </span>
      {withPdf ? (
        <Picker
          icon={<FileUp size={24} aria-hidden />}
          words="Elegir foto o PDF"
          accept="image/*,application/pdf"
          several
          busy={busy}
          onPick={onPick}
        />
      ) : (
        <Picker
          icon={<ImagePlus size={24} aria-hidden />}
          words={choose}
          several={!single}
          busy={busy}
          onPick={onPick}
        />
      )}
    </Cluster>
  );
};

interface PickerProps extends Omit<PickPhotosProps, 'withPdf' | 'single'> {
  readonly icon: ReactNode;
  readonly words: string;
  readonly fromCamera?: boolean;
  readonly several?: boolean;
  readonly accept?: string;
}

const Picker = ({
  icon,
  words,
  fromCamera = false,
  several = false,
  accept = 'image/*',
  busy,
  onPick,
}: PickerProps) => {
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
        multiple={several}
        {...(fromCamera && { capture: 'environment' })}
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
