import { limits } from '#domain';
import { AttachmentGroup, PickPhotos } from '#ui';
import { Photos } from './photos.tsx';
import { type PhotosOfForm, useTakenPhotos } from './take-photos.ts';

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
          onPick={(files) => void add(files)}
          cameraAbove={cameraAbove}
          {...(isSingle && { single: value.length === 0 ? 'first' : 'another' })}
        />
      ) : null}
    </AttachmentGroup>
  );
};
