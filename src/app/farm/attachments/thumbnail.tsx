import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFarm } from '#platform';
import styles from './thumbnail.module.css';

const nearby = '200px';

interface ThumbnailProps {
  readonly digest: string;
  /** Shown until the photo is, or if this phone does not have it. */
  readonly children: ReactNode;
}

/** A row's photo, from this phone alone, once the row is near the screen. */
export const Thumbnail = ({ digest, children }: ThumbnailProps) => {
  const { blobs } = useFarm();
  const place = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const held: { url: string | null; isHere: boolean } = { url: null, isHere: true };
    const look = async (): Promise<void> => {
      const found = await blobs.here(digest);
      if (!found?.type.startsWith('image/') || !held.isHere) return;
      held.url = URL.createObjectURL(new Blob([found.bytes], { type: found.type }));
      setUrl(held.url);
    };
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        void look();
      },
      { rootMargin: nearby },
    );
    if (place.current) watcher.observe(place.current);
    return () => {
      held.isHere = false;
      watcher.disconnect();
      if (held.url) URL.revokeObjectURL(held.url);
      setUrl(null);
    };
  }, [blobs, digest]);
  return (
    <span ref={place} className={styles.place}>
      {url === null ? (
        children
      ) : (
        <img className={styles.photo} src={url} alt="" decoding="async" onError={() => setUrl(null)} />
      )}
    </span>
  );
};

/** A record's photo digests, whoever wrote it. */
export const photosIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
