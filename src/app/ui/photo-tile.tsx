import { CloudOff, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './attachments.module.css';
import { IconButton } from './icon-button.tsx';
import { Sheet } from './sheet.tsx';

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
