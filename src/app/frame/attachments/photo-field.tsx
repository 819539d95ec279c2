import { useEffect, useRef, useState } from 'react';
import { attachmentSentences } from '../../../contract/sentences-attachments.ts';
import { limits } from '../../../domain/limits.ts';
import { failure } from '../../../domain/result.ts';
import { AttachmentGroup } from '../../ui/attachment-group.tsx';
import { PickPhotos } from '../../ui/pick-photos.tsx';
import { useFarm } from '../farm-context.tsx';
import { compressed } from './compress.ts';
import { Photos } from './photos.tsx';

interface PhotoFieldProps {
  /** Where a summary of errors finds it. */
  readonly id?: string;
  readonly value: readonly string[];
  readonly onChange: (photos: readonly string[]) => void;
  readonly error?: string;
}

const most = limits.photosPerMovement;

/** Photos of a record: each is on the phone's disk before the form holds its name, so that a form put away keeps them. */
export const PhotoField = ({ id, value, onChange, error }: PhotoFieldProps) => {
  const farm = useFarm();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  // While a photo is being made small another may be taken away.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const change = (photos: readonly string[]): void => {
    latest.current = photos;
    onChange(photos);
  };
  const add = async (files: readonly File[]): Promise<void> => {
    setBusy(true);
    setFailed(null);
    for (const file of files) {
      if (latest.current.length >= most) {
        setFailed(attachmentSentences.tooMany(most));
        break;
      }
      const bytes = await compressed(file);
      const kept = bytes === null ? failure(attachmentSentences.unreadable) : await farm.blobs.keep(bytes);
      if (!kept.ok) {
        setFailed(kept.problem);
        break;
      }
      change([...latest.current.filter((digest) => digest !== kept.value), kept.value]);
    }
    setBusy(false);
  };
  return (
    <AttachmentGroup label="Fotos" error={failed ?? error ?? null} {...(id !== undefined && { id })}>
      <Photos
        digests={value}
        onRemove={(digest) => {
          setFailed(null);
          change(latest.current.filter((other) => other !== digest));
        }}
      />
      {value.length < most ? <PickPhotos busy={busy} onPick={(files) => void add(files)} /> : null}
    </AttachmentGroup>
  );
};
