import { useLiveQuery } from 'dexie-react-hooks';
import { useFarm } from '../farm-context.tsx';

const none = { photos: 0, voices: 0 };

/** How many photos and voice notes of saved records are not on the server yet; follows every change on this device. */
export function useAttachmentsToSend(): { readonly photos: number; readonly voices: number } {
  const farm = useFarm();
  return useLiveQuery(() => farm.blobs.waiting(), [farm]) ?? none;
}
