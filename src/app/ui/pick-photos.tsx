import { Camera, ImagePlus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import styles from './attachments.module.css';
import { Button } from './button.tsx';
import { Cluster } from './stack.tsx';

interface PickPhotosProps {
  readonly busy: boolean;
  readonly onPick: (files: readonly File[]) => void;
}

/** Photos from the camera or from those that are on the phone. */
export const PickPhotos = ({ busy, onPick }: PickPhotosProps) => (
  <Cluster>
    <span className={styles.camera}>
      <Picker icon={<Camera size={24} aria-hidden />} words="Sacar foto" fromCamera busy={busy} onPick={onPick} />
    </span>
    <Picker icon={<ImagePlus size={24} aria-hidden />} words="Elegir fotos" busy={busy} onPick={onPick} />
  </Cluster>
);

interface PickerProps extends PickPhotosProps {
  readonly icon: ReactNode;
  readonly words: string;
  readonly fromCamera?: boolean;
}

const Picker = ({ icon, words, fromCamera = false, busy, onPick }: PickerProps) => {
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
        accept="image/*"
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
