import { useState } from 'react';
import styles from './landing.module.css';

interface PictureProps {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** In sight from the start: everything else waits until it is near. */
  readonly first?: boolean;
}

/** A picture of the product itself. Its place is kept before it comes, and given up where it cannot come: without signal. */
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
