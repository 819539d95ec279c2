import { useEffect } from 'react';
import { useSession } from '#platform/session-context.tsx';
import type { SyncStatus } from '#sync/farm.ts';
import type { WaitingBlobs } from '#sync/blobs/farm-blobs.ts';
import { showOnIcon } from '#update/icon-badge.ts';

/**
 * What the icon counts (domain.md F29): records on this device only, failed ones too; files only when no record waits. Null until the disk
 * was read.
 */
function iconCount(status: SyncStatus, { photos, voices, papers, refused }: WaitingBlobs): number | null {
  const isRead = status.ready || status.preparing !== null;
  if (!isRead) return null;
  const records = status.waiting + status.withError + refused;
  return records > 0 ? records : photos + voices + papers;
}

/** Keeps the number of the icon at what the chip says. It stays when the app is closed: what waits goes on waiting. */
export function useIconNumber(status: SyncStatus, files: WaitingBlobs): void {
  const count = iconCount(status, files);
  useEffect(() => {
    if (count !== null) showOnIcon(count);
  }, [count]);
}

/** Nobody is signed in: how much somebody left here is nobody else's business. */
export function useNoIconNumber(): void {
  const { state } = useSession();
  const isOut = state.status === 'signed-out';
  useEffect(() => {
    if (isOut) showOnIcon(0);
  }, [isOut]);
}
