import { useEffect } from 'react';
import { useSession } from '#platform/session-context.tsx';
import type { SyncStatus } from '#sync/farm.ts';
import type { WaitingBlobs } from '#sync/blobs/farm-blobs.ts';
import { showOnIcon } from '#update/icon-badge.ts';

/** Number on the app icon (domain.md F29): unsent and failed records; files only when no record waits. Null until read from disk. */
function iconCount(status: SyncStatus, { photos, voices, papers, refused }: WaitingBlobs): number | null {
  const isRead = status.ready || status.preparing !== null;
  if (!isRead) return null;
  const records = status.waiting + status.withError + refused;
  return records > 0 ? records : photos + voices + papers;
}

/** Keeps the icon's number equal to the chip's. It stays when the app closes. */
export function useIconNumber(status: SyncStatus, files: WaitingBlobs): void {
  const count = iconCount(status, files);
  useEffect(() => {
    if (count !== null) showOnIcon(count);
  }, [count]);
}

/** Clears the number when signed out: nobody else should see it. */
export function useNoIconNumber(): void {
  const { state } = useSession();
  const isOut = state.status === 'signed-out';
  useEffect(() => {
    if (isOut) showOnIcon(0);
  }, [isOut]);
}
