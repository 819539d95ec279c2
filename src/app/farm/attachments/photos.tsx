import { useEffect, useRef, useState } from 'react';
import { AttachmentGroup, PhotoTile, PhotoTiles, PhotoView, PickPhotos, type ShownPhoto } from '#ui';
import { useFarm } from '#platform';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { failure, limits } from '#domain';
import { compressed } from './compress.ts';
import { useUnderWay } from '#forms';

interface PhotosProps {
  readonly digests: readonly string[];
  readonly onRemove?: (digest: string) => void;
}

interface Opened {
  readonly url: string;
  readonly words: string;
}

/** Thumbnails of a record's photos, sent or not; each opens whole. */
export const Photos = ({ digests, onRemove }: PhotosProps) => {
  const [opened, setOpened] = useState<Opened | null>(null);
  if (digests.length === 0) return null;
  return (
    <>
      <PhotoTiles label="Fotos">
        {digests.map((digest, index) => (
          <Photo
            key={digest}
            digest={digest}
            words={digests.length === 1 ? 'Foto' : `Foto ${index + 1} de ${digests.length}`}
            onOpen={setOpened}
            {...(onRemove && { onRemove: () => onRemove(digest) })}
          />
        ))}
      </PhotoTiles>
      {opened ? <PhotoView url={opened.url} title={opened.words} onClose={() => setOpened(null)} /> : null}
    </>
  );
};

interface PhotoProps {
  readonly digest: string;
  readonly words: string;
  readonly onOpen: (opened: Opened) => void;
  readonly onRemove?: () => void;
}

const Photo = ({ digest, words, onOpen, onRemove }: PhotoProps) => {
  const photo = useBlob(digest);
  const open = (): void => {
    if (photo.is === 'here') onOpen({ url: photo.url, words });
  };
  return <PhotoTile photo={photo} words={words} onOpen={open} {...(onRemove && { onRemove })} />;
};

/** The record may arrive before its photo: retried while shown. */
const lookAgainMs = 15_000;

/** A photo or voice note, from this phone or the server; with null it stays 'loading'. */
export function useBlob(digest: string | null): ShownPhoto {
  const farm = useFarm();
  const [shown, setShown] = useState<ShownPhoto>({ is: 'loading' });
  useEffect(() => {
    if (digest === null) return undefined;
    const held: { isHere: boolean; url: string | null; timer?: ReturnType<typeof setTimeout> } = {
      isHere: true,
      url: null,
    };
    const look = async (): Promise<void> => {
      const found = await farm.blobs.open(digest);
      if (!held.isHere) return;
      if (found.is === 'away') {
        setShown({ is: 'away' });
        held.timer = setTimeout(() => void look(), lookAgainMs);
        return;
      }
      held.url = URL.createObjectURL(new Blob([found.bytes], { type: found.type }));
      setShown({ is: 'here', url: held.url });
    };
    void look();
    return () => {
      held.isHere = false;
      clearTimeout(held.timer);
      if (held.url) URL.revokeObjectURL(held.url);
      setShown({ is: 'loading' });
    };
  }, [farm, digest]);
  return shown;
}

export interface PhotosOfForm {
  readonly value: readonly string[];
  readonly onChange: (photos: readonly string[]) => void;
  /** With 1, a new photo replaces the old. */
  readonly most?: number;
}

/** Takes photos into a form, each compressed and on disk first. A failed one is reported and holds back a waiting save. */
export function useTakenPhotos({ value, onChange, most = limits.photosPerMovement }: PhotosOfForm) {
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
    add: async (files: readonly File[]): Promise<void> => {
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
    remove: (digest: string): void => {
      setFailed(null);
      change(latest.current.filter((other) => other !== digest));
    },
  };
}

interface PhotoFieldProps extends PhotosOfForm {
  /** Target of an error summary. */
  readonly id?: string;
  readonly error?: string;
  /** The camera is elsewhere on the form: only choose here. */
  readonly cameraAbove?: boolean;
}

/** Photos of a record, each on disk before the form holds its digest: a form put away keeps them. */
export const PhotoField = (props: PhotoFieldProps) => {
  const { id, value, error, cameraAbove = false, most = limits.photosPerMovement } = props;
  const isSingle = most === 1;
  const { busy, failed, add, remove } = useTakenPhotos(props);
  return (
    <AttachmentGroup
      label={isSingle ? 'Foto' : 'Fotos'}
      error={failed ?? error ?? null}
      {...(id !== undefined && { id })}
    >
      <Photos digests={value} onRemove={remove} />
      {isSingle || value.length < most ? (
        <PickPhotos
          busy={busy}
          onPick={add}
          cameraAbove={cameraAbove}
          {...(isSingle && { single: value.length === 0 ? 'first' : 'another' })}
        />
      ) : null}
    </AttachmentGroup>
  );
};
