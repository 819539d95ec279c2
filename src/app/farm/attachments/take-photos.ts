import { useEffect, useRef, useState } from 'react';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { failure, limits } from '#domain';
import { useFarm } from '#platform';
import { compressed } from './compress.ts';
import { useUnderWay } from '#forms';

export interface PhotosOfForm {
  readonly value: readonly string[];
  readonly onChange: (photos: readonly string[]) => void;
  /** With 1, a new photo replaces the old. */
  readonly most?: number;
}

export interface TakenPhotos {
  /** Compressing a photo. */
  readonly busy: boolean;
  readonly failed: string | null;
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly remove: (digest: string) => void;
}

/** Takes photos into a form, each compressed and on disk first. A failed one is reported and holds back a waiting save. */
export function useTakenPhotos({ value, onChange, most = limits.photosPerMovement }: PhotosOfForm): TakenPhotos {
  const farm = useFarm();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  useUnderWay(busy, failed);
  // Another may be removed while one is compressed.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const change = (photos: readonly string[]): void => {
    latest.current = photos;
    onChange(photos);
  };
  const keep = async (file: File): Promise<string | null> => {
    const bytes = await compressed(file);
    const kept = bytes === null ? failure(attachmentSentences.unreadable) : await farm.blobs.keep(bytes);
    if (!kept.ok) return kept.problem;
    const others = most === 1 ? [] : latest.current.filter((digest) => digest !== kept.value);
    change([...others, kept.value]);
    return null;
  };
  return {
    busy,
    failed,
    add: async (files) => {
      setBusy(true);
      setFailed(null);
      try {
        for (const file of files) {
          const isFull = most > 1 && latest.current.length >= most;
          const problem = isFull ? attachmentSentences.tooMany(most) : await keep(file);
          setFailed(problem);
          if (problem !== null) break;
        }
      } catch (thrown) {
        // Whatever broke, a waiting save must not go without the photo.
        setFailed(attachmentSentences.unreadable);
        throw thrown;
      } finally {
        setBusy(false);
      }
    },
    remove: (digest) => {
      setFailed(null);
      change(latest.current.filter((other) => other !== digest));
    },
  };
}
