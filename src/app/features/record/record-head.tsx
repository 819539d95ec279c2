import type { ReactNode } from 'react';
import { useHeadCamera } from './head-camera.tsx';
import { photosIn } from '#farm/attachments/photos-in.ts';
import type { RecordFormProps } from './record-form-props.ts';
import { TandaButton, TandaNotice } from './tanda-button.tsx';
import type { FormState } from './use-record-form.ts';

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
