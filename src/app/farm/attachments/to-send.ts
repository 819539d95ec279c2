import { useLiveQuery } from 'dexie-react-hooks';
import type { RefusedBlob, WaitingBlobs, WaitingPaper } from '#sync/blobs/farm-blobs.ts';
import { useFarm } from '#platform';

const none: WaitingBlobs = { photos: 0, voices: 0, papers: 0, refused: 0 };

/** Counts of unsent and refused attachments of saved records, kept current. */
export function useAttachmentsToSend(): WaitingBlobs {
  const farm = useFarm();
  return useLiveQuery(() => farm.blobs.waiting(), [farm]) ?? none;
}

/** Refused attachments, with the reason. */
export function useRefusedAttachments(): readonly RefusedBlob[] {
  const farm = useFarm();
  return useLiveQuery(() => farm.blobs.refused(), [farm]) ?? [];
}

/** An invoice's unsent files; undefined until the disk answers. */
export function useWaitingPapers(invoiceId: string): readonly WaitingPaper[] | undefined {
  const farm = useFarm();
  return useLiveQuery(() => farm.blobs.papers(invoiceId), [farm, invoiceId]);
}
