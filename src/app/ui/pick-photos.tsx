import { Camera, FileUp, ImagePlus } from 'lucide-react';
import { type ReactNode, type Ref, useRef } from 'react';
import styles from './attachments.module.css';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Cluster } from './stack.tsx';

interface PickPhotosProps {
  readonly busy: boolean;
  readonly onPick: (files: readonly File[]) => void;
  /** Accepts a PDF too. */
  readonly withPdf?: boolean;
  /** One photo: the first, or its replacement. */
  readonly single?: 'first' | 'another';
  /** The camera's button is elsewhere on the form: no label stands twice. */
  readonly cameraAbove?: boolean;
}

const words = {
  several: ['Sacar foto', 'Elegir fotos'],
  first: ['Sacar foto', 'Elegir foto'],
  another: ['Sacar otra foto', 'Elegir otra foto'],
} as const;

/** Photos from the camera or the gallery; with `withPdf` also a PDF. */
export const PickPhotos = ({ busy, onPick, withPdf = false, single, cameraAbove = false }: PickPhotosProps) => {
  const [take, choose] = words[single ?? 'several'];
  return (
    <Cluster>
      {cameraAbove ? null : (
        <span className={styles.camera}>
          <Picker icon={<Camera />} words={take} fromCamera busy={busy} onPick={onPick} />
        </span>
      )}
      {withPdf ? (
        <Picker
          icon={<FileUp />}
          words="Elegir foto o PDF"
          accept="image/*,application/pdf"
          several
          busy={busy}
          onPick={onPick}
        />
      ) : (
        <Picker icon={<ImagePlus />} words={choose} several={!single} busy={busy} onPick={onPick} />
      )}
    </Cluster>
  );
};

interface FileInputProps {
  readonly label: string;
  readonly fromCamera: boolean;
  readonly several: boolean;
  readonly accept: string;
  readonly onPick: (files: readonly File[]) => void;
  readonly ref: Ref<HTMLInputElement>;
}

const FileInput = ({ label, fromCamera, several, accept, onPick, ref }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    hidden
    accept={accept}
    aria-label={label}
    multiple={several}
    {...(fromCamera && { capture: 'environment' })}
    onChange={(event) => {
      const files = [...(event.target.files ?? [])];
      // Allows choosing the same file again.
      event.target.value = '';
      if (files.length > 0) onPick(files);
    }}
  />
);

interface PickerProps extends Pick<PickPhotosProps, 'busy' | 'onPick'> {
  readonly icon: ReactNode;
  readonly words: string;
  readonly fromCamera?: boolean;
  readonly several?: boolean;
  readonly accept?: string;
}

const Picker = (props: PickerProps) => {
  const { icon, words, fromCamera = false, several = false, accept = 'image/*', busy, onPick } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={icon} busy={busy} onClick={() => input.current?.click()}>
        {words}
      </Button>
      <FileInput ref={input} label={words} {...{ fromCamera, several, accept, onPick }} />
    </>
  );
};

interface HeadPhotosProps extends Pick<PickPhotosProps, 'busy' | 'onPick'> {
  readonly count: number;
  /** The last photo; null until it can be shown. */
  readonly url: string | null;
  readonly label: string;
  readonly onOpen: () => void;
}

/** A camera button beside a title; then the last photo and their count, in its place. */
export const HeadPhotos = ({ busy, onPick, count, url, label, onOpen }: HeadPhotosProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [take] = words.several;
  const isEmpty = count === 0;
  return (
    <span className={isEmpty ? styles.camera : styles.count}>
      <IconButton
        label={isEmpty ? take : label}
        busy={busy}
        icon={url === null ? <Camera size={28} /> : <img src={url} alt="" />}
        onClick={() => (isEmpty ? input.current?.click() : onOpen())}
      />
      {isEmpty ? null : <span aria-hidden>{count}</span>}
      <FileInput ref={input} label={take} fromCamera several={false} accept="image/*" onPick={onPick} />
    </span>
  );
};
