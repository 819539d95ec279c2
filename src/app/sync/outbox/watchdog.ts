import type { OutboxNow } from '#store/store.ts';
import type { SyncStatus } from '../farm.ts';
import { isReady } from './outbox.ts';

/** So long without a sign of life is a hang, not a slow link: a call ends after 30 s by itself. */
export const tooLongMs = 2 * 60_000;

/**
 * Whether something that could go has not gone for too long though the server answers (offline.md F19). A long queue that goes one by one,
 * in any tab, is moving.
 */
export function isStuck({ ops, sync }: OutboxNow, reach: SyncStatus['reach'], nowMs: number): boolean {
  const sentAt = sync.lastSentAt === null ? -Infinity : Date.parse(sync.lastSentAt);
  // A moment that is still to come was written under a clock that has been set back since.
  const movedAt = sentAt > nowMs ? -Infinity : sentAt;
  if (reach !== 'reachable' || nowMs - movedAt <= tooLongMs) return false;
  return ops.some(
    (op) => nowMs - op.nextAt > tooLongMs && (op.state === 'inflight' || (op.state === 'pending' && isReady(op, ops))),
  );
}
