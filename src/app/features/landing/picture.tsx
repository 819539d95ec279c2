import { useState } from 'react';
import styles from './landing.module.css';

interface PictureProps {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** Visible at once; other pictures load lazily. */
  readonly first?: boolean;
}

/** Keeps its place while loading, and gives it up on failure (offline). */
export const Picture = ({ src, width, height, alt, first = false }: PictureProps) => {
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) return null;
  return (
    <img
      className={width > height ? styles.desk : styles.phone}
      src={src}
      width={width}
      height={height}
      alt={alt}
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      {...(first && { fetchPriority: 'high' as const })}
      onError={() => setIsMissing(true)}
    />
  );
};
