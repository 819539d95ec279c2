import { useState } from 'react';
import { photosIn } from '#farm/attachments/thumbnail.tsx';
import { counted } from '#domain';
import { HeadPhotos, Notice, Sheet } from '#ui';
import { PhotoField, type PhotosOfForm, useBlob, useTakenPhotos } from '#farm/attachments/photos.tsx';
import type { FormState, RecordFormProps } from './use-record-form.tsx';
import { TandaButton, TandaNotice } from './tanda-button.tsx';

/** Header of the record form, with its camera: one tap opens it, and the photo shows at once. */
export function useRecordHead({ tanda }: RecordFormProps, { values, set }: FormState) {
  const [open, setOpen] = useState(false);
  const photos: PhotosOfForm = {
    value: photosIn(values.photos),
    onChange: (left) => set('photos', left.length > 0 ? left : undefined),
  };
  const { busy, failed, add } = useTakenPhotos(photos);
  const last = useBlob(photos.value.at(-1) ?? null);
  const entry = tanda && { ...tanda, onOpen: () => tanda.onOpen(values) };
  return {
    /** Beside the title. */
    aside: (
      <>
        {entry ? <TandaButton {...entry} /> : null}
        <HeadPhotos
          busy={busy}
          count={photos.value.length}
          url={last.is === 'here' ? last.url : null}
          label={`Ver o quitar: ${counted(photos.value.length, 'foto')}`}
          onPick={add}
          onOpen={() => setOpen(true)}
        />
      </>
    ),
    /** Above the fields. */
    lead: (
      <>
        {failed === null ? null : (
          <Notice tone="danger" role="alert">
            {failed}
          </Notice>
        )}
        {entry ? <TandaNotice {...entry} /> : null}
      </>
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
