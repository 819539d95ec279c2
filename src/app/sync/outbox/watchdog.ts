import type { OutboxNow } from '#store/store.ts';
import type { SyncStatus } from '../farm.ts';
import { isReady } from './outbox.ts';

/** Longer silence is a hang, not a slow link: calls time out after 30 s. */
export const tooLongMs = 2 * 60_000;

/**
 * Whether a due op has not gone for too long though the server answers (offline.md F19). A long queue sent one by one, in any tab, is
 * moving.
 */
export function isStuck({ ops, sync }: OutboxNow, reach: SyncStatus['reach'], nowMs: number): boolean {
  const sentAt = sync.lastSentAt === null ? -Infinity : Date.parse(sync.lastSentAt);
  // A future time was written before the clock was set back.
  const movedAt = sentAt > nowMs ? -Infinity : sentAt;
  if (reach !== 'reachable' || nowMs - movedAt <= tooLongMs) return false;
  return ops.some(
    (op) => nowMs - op.nextAt > tooLongMs && (op.state === 'inflight' || (op.state === 'pending' && isReady(op, ops))),
  );
}
