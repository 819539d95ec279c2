import { type ReactNode, useState } from 'react';
import { photosIn } from '#farm/attachments/photos-in.ts';
import { counted } from '#domain';
import { HeadPhotos, Notice, Sheet } from '#ui';
import { PhotoField } from '#farm/attachments/photo-field.tsx';
import { type PhotosOfForm, useTakenPhotos } from '#farm/attachments/take-photos.ts';
import { useBlob } from '#farm/attachments/use-blob.ts';
import type { FormState, RecordFormProps } from './use-record-form.tsx';
import { TandaButton, TandaNotice } from './tanda-button.tsx';

interface RecordHead {
  /** Beside the title: the tanda button and the camera. */
  readonly aside: ReactNode;
  /** Above the fields: a waiting tanda, a photo error. */
  readonly lead: ReactNode;
  readonly dialog: ReactNode;
}

/** Header of the record form. */
export function useRecordHead({ tanda }: RecordFormProps, { values, set }: FormState): RecordHead {
  const camera = useHeadCamera({
    value: photosIn(values['photos']),
    onChange: (photos) => set('photos', photos.length > 0 ? photos : undefined),
  });
  const entry = tanda && { ...tanda, onOpen: () => tanda.onOpen(values) };
  return {
    aside: (
      <>
        {entry ? <TandaButton {...entry} /> : null}
        {camera.button}
      </>
    ),
    lead: (
      <>
        {camera.failed}
        {entry ? <TandaNotice {...entry} /> : null}
      </>
    ),
    dialog: camera.dialog,
  };
}

interface HeadCamera {
  /** Beside the title: the camera, or the photos taken. */
  readonly button: ReactNode;
  /** Error of the last photo. */
  readonly failed: ReactNode;
  /** Dialog to view, add and remove photos. */
  readonly dialog: ReactNode;
}

/** Camera in the form's header: one tap opens it, and the photo shows at once. */
function useHeadCamera(photos: PhotosOfForm): HeadCamera {
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
            // The next photo must show in the header and open nothing.
            if (left.length === 0) setOpen(false);
            photos.onChange(left);
          }}
        />
      </Sheet>
    ) : null,
  };
}
