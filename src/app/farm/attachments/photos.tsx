import { useState } from 'react';
import { PhotoTile, PhotoTiles, PhotoView } from '#ui';
import { useBlob } from './use-blob.ts';

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
