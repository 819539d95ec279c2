import type { Op } from '../store/op.ts';
import type { SyncStatus } from './farm.ts';
import { isReady } from './outbox.ts';

/** So long without a sign of life is a hang, not a slow link: a call ends after 30 s by itself. */
export const tooLongMs = 2 * 60_000;

/**
 * Whether something that could go has not gone for too long although the server answers: 'connected, and nothing moves' is the
 * failure that nobody sees (offline.md F19).
 */
export const isStuck = (ops: readonly Op[], reach: SyncStatus['reach'], nowMs: number): boolean =>
  reach === 'reachable' &&
  ops.some((op) => {
    const isLate = nowMs - op.nextAt > tooLongMs;
    return isLate && (op.state === 'inflight' || (op.state === 'pending' && isReady(op, ops)));
  });
