import type { ReactNode } from 'react';
import { useHeadCamera } from './head-camera.tsx';
import { photosIn } from '#farm/attachments/photos-in.ts';
import type { RecordFormProps } from './record-form-props.ts';
import { TandaButton, TandaNotice } from './tanda-button.tsx';
import type { FormState } from './use-record-form.ts';

interface RecordHead {
  /** Between the title and the cross: the way to the tanda, and the camera. */
  readonly aside: ReactNode;
  /** Over the fields: a tanda that waits, and a photo that came to nothing. */
  readonly lead: ReactNode;
  /** Over the sheet. */
  readonly dialog: ReactNode;
}

/** What stands beside the title of a record, and what it has to say. */
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
