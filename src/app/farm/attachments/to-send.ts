import { useLiveQuery } from 'dexie-react-hooks';
import type { RefusedBlob, WaitingBlobs, WaitingPaper } from '#sync/blobs/farm-blobs.ts';
import { useFarm } from '#platform';

const none: WaitingBlobs = { photos: 0, voices: 0, papers: 0, refused: 0 };

/** How many photos, voice notes and files of saved records are not on the server yet, and were refused; follows every change on this device. */
export function useAttachmentsToSend(): WaitingBlobs {
  const farm = useFarm();
  return useLiveQuery(() => farm.blobs.waiting(), [farm]) ?? none;
}

/** Those that the server refused, with the reason. */
export function useRefusedAttachments(): readonly RefusedBlob[] {
  const farm = useFarm();
  return useLiveQuery(() => farm.blobs.refused(), [farm]) ?? [];
}

/** The files of an invoice that are still on their way to it; undefined until this device has looked. */
export function useWaitingPapers(invoiceId: string): readonly WaitingPaper[] | undefined {
  const farm = useFarm();
  return useLiveQuery(() => farm.blobs.papers(invoiceId), [farm, invoiceId]);
}
