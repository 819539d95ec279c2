import { type ReactNode, useState } from 'react';
import { counted } from '#domain';
import { HeadPhotos, Notice, Sheet } from '#ui';
import { PhotoField } from '#farm/attachments/photo-field.tsx';
import { type PhotosOfForm, useTakenPhotos } from '#farm/attachments/take-photos.ts';
import { useBlob } from '#farm/attachments/use-blob.ts';

interface HeadCamera {
  /** Beside the title of the sheet: the camera, or the photos that were taken. */
  readonly button: ReactNode;
  /** Why a photo came to nothing, over the form; null while nothing did. */
  readonly failed: ReactNode;
  /** Over the sheet: the photos, whole, to be taken away or joined by more. */
  readonly dialog: ReactNode;
}

/** A photo as one of the first acts of a form: one touch opens the camera, and what it took is seen beside the title at once. */
export function useHeadCamera(photos: PhotosOfForm): HeadCamera {
  const [open, setOpen] = useState(false);
  const { busy, failed, add } = useTakenPhotos(photos);
  const last = useBlob(photos.value.at(-1) ?? null);
  return {
    button: (
      <HeadPhotos
        busy={busy}
        count={photos.value.length}
        url={last.is === 'here' ? last.url : null}
        label={`Ver o quitar: ${counted(photos.value.length, 'foto')}`}
        onPick={(files) => void add(files)}
        onOpen={() => setOpen(true)}
      />
    ),
    failed:
      failed === null ? null : (
        <Notice tone="danger" role="alert">
          {failed}
        </Notice>
      ),
    dialog: open ? (
      <Sheet open title="Fotos del registro" onClose={() => setOpen(false)}>
        <PhotoField
          {...photos}
          onChange={(left) => {
            // The next one that is taken is seen beside the title, and opens nothing.
            if (left.length === 0) setOpen(false);
            photos.onChange(left);
          }}
        />
      </Sheet>
    ) : null,
  };
}
