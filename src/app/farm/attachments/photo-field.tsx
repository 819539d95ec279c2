import { useEffect, useRef, useState } from 'react';
import { attachmentSentences } from '../../../contract/sentences-attachments.ts';
import { limits } from '../../../domain/limits.ts';
import { failure } from '../../../domain/result.ts';
import { AttachmentGroup } from '../../ui/attachment-group.tsx';
import { PickPhotos } from '../../ui/pick-photos.tsx';
import { useFarm } from '../../platform/farm-context.tsx';
import { compressed } from './compress.ts';
import { Photos } from './photos.tsx';
import { useUnderWay } from '../../forms/under-way.ts';

interface PhotoFieldProps {
  /** Where a summary of errors finds it. */
  readonly id?: string;
  readonly value: readonly string[];
  readonly onChange: (photos: readonly string[]) => void;
  readonly error?: string;
  /** How many there may be. Where it is one, another takes its place. */
  readonly most?: number;
}

/** Photos of a record: each is on the phone's disk before the form holds its name, so that a form put away keeps them. */
export const PhotoField = ({ id, value, onChange, error, most = limits.photosPerMovement }: PhotoFieldProps) => {
  const farm = useFarm();
  const isSingle = most === 1;
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  useUnderWay(busy, failed);
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
    try {
      for (const file of files) {
        if (!isSingle && latest.current.length >= most) {
          setFailed(attachmentSentences.tooMany(most));
          break;
        }
        const bytes = await compressed(file);
        const kept = bytes === null ? failure(attachmentSentences.unreadable) : await farm.blobs.keep(bytes);
        if (!kept.ok) {
          setFailed(kept.problem);
          break;
        }
        const others = isSingle ? [] : latest.current.filter((digest) => digest !== kept.value);
        change([...others, kept.value]);
      }
    } catch (thrown) {
      // Whatever broke: the photo is not in the form, and a save that waits for it must not go without it.
      setFailed(attachmentSentences.unreadable);
      throw thrown;
    } finally {
      setBusy(false);
    }
  };
  return (
    <AttachmentGroup
      label={isSingle ? 'Foto' : 'Fotos'}
      error={failed ?? error ?? null}
      {...(id !== undefined && { id })}
    >
      <Photos
        digests={value}
        onRemove={(digest) => {
          setFailed(null);
          change(latest.current.filter((other) => other !== digest));
        }}
      />
      {isSingle || value.length < most ? (
        <PickPhotos
          busy={busy}
          onPick={(files) => void add(files)}
          {...(isSingle && { single: value.length === 0 ? 'first' : 'another' })}
        />
      ) : null}
    </AttachmentGroup>
  );
};
