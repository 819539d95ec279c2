import { Camera, CloudOff, FileUp, ImagePlus, Mic, Square, Trash2, X } from 'lucide-react';
import { type ReactNode, type Ref, useRef } from 'react';
import styles from './attachments.module.css';
import { IconButton } from './icon-button.tsx';
import { Sheet } from './sheet.tsx';
import { Button } from './button.tsx';
import { Cluster } from './stack.tsx';

/** A photo, still loading, or not on this phone. */
export type ShownPhoto = { readonly is: 'here'; readonly url: string } | { readonly is: 'loading' | 'away' };

interface PhotoTileProps {
  readonly photo: ShownPhoto;
  /** `Foto 1 de 3`. */
  readonly words: string;
  readonly onOpen: () => void;
  readonly onRemove?: () => void;
}

/** A thumbnail; a touch opens it. */
export const PhotoTile = ({ photo, words, onOpen, onRemove }: PhotoTileProps) => (
  <li className={styles.item}>
    <button
      type="button"
      className={styles.tile}
      aria-label={photo.is === 'away' ? `${words}: todavía no llegó` : `Ver ${words.toLocaleLowerCase('es-AR')}`}
      disabled={photo.is !== 'here'}
      onClick={onOpen}
    >
      <Inside photo={photo} />
    </button>
    {onRemove ? (
      <IconButton
        className={styles.remove}
        label={`Quitar ${words.toLocaleLowerCase('es-AR')}`}
        icon={<X />}
        onClick={onRemove}
      />
    ) : null}
  </li>
);

const Inside = ({ photo }: { readonly photo: ShownPhoto }) => {
  if (photo.is === 'here') return <img src={photo.url} alt="" />;
  if (photo.is === 'loading') return <span>Cargando…</span>;
  return (
    <span className={styles.away}>
      <CloudOff />
      Todavía no llegó
    </span>
  );
};

export const PhotoTiles = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <ul className={styles.tiles} aria-label={label}>
    {children}
  </ul>
);

interface PhotoViewProps {
  readonly url: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** A whole photo. */
export const PhotoView = ({ url, title, onClose }: PhotoViewProps) => (
  <Sheet open size="wide" title={title} onClose={onClose}>
    <img className={styles.whole} src={url} alt={title} />
  </Sheet>
);

interface AttachmentGroupProps {
  readonly label: string;
  readonly id?: string;
  readonly error?: string | null;
  readonly children: ReactNode;
}

/** The optional photos or voice note of a form. */
export const AttachmentGroup = ({ label, id, error, children }: AttachmentGroupProps) => (
  <fieldset className={styles.group} id={id} tabIndex={-1}>
    <legend>
      {label} <span className={styles.optional}>(opcional)</span>
    </legend>
    {children}
    {error ? (
      <p className={styles.error} role="alert">
        {error}
      </p>
    ) : null}
  </fieldset>
);

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

interface RecordVoiceProps {
  /** Null: not recording. */
  readonly seconds: number | null;
  readonly most: number;
  readonly busy: boolean;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Records a voice note. */
export const RecordVoice = ({ seconds, most, busy, onStart, onStop }: RecordVoiceProps) =>
  seconds === null ? (
    <div>
      <Button icon={<Mic />} busy={busy} onClick={onStart}>
        Grabar audio
      </Button>
    </div>
  ) : (
    <div className={styles.recording}>
      <Button variant="danger" icon={<Square />} onClick={onStop}>
        Terminar de grabar
      </Button>
      <span className={styles.time} role="timer">
        {clockOf(seconds)} de {clockOf(most)}
      </span>
    </div>
  );

interface PlayVoiceProps {
  readonly voice: ShownPhoto;
  readonly onRemove?: () => void;
}

/** Plays a voice note. */
export const PlayVoice = ({ voice, onRemove }: PlayVoiceProps) => (
  <div className={styles.recording}>
    {voice.is === 'here' ? <audio className={styles.player} controls src={voice.url} aria-label="Audio" /> : null}
    {voice.is === 'loading' ? <span>Cargando…</span> : null}
    {voice.is === 'away' ? (
      <span className={styles.recording}>
        <CloudOff /> El audio todavía no llegó
      </span>
    ) : null}
    {onRemove ? (
      <Button icon={<Trash2 />} onClick={onRemove}>
        Quitar audio
      </Button>
    ) : null}
  </div>
);
