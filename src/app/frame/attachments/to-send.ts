import { useLiveQuery } from 'dexie-react-hooks';
import type { FarmBlobs, RefusedBlob } from '../../sync/farm-blobs.ts';
import { useFarm } from '../farm-context.tsx';

const none = { photos: 0, voices: 0, refused: 0 };

/** How many photos and voice notes of saved records are not on the server yet, and were refused; follows every change on this device. */
export function useAttachmentsToSend(): Awaited<ReturnType<FarmBlobs['waiting']>> {
  const farm = useFarm();
  return useLiveQuery(() => farm.blobs.waiting(), [farm]) ?? none;
}

/** Those that the server refused, with the reason. */
export function useRefusedAttachments(): readonly RefusedBlob[] {
  const farm = useFarm();
  return useLiveQuery(() => farm.blobs.refused(), [farm]) ?? [];
}
