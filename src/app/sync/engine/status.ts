import { type OpState, rejected } from '#store/op.ts';
import type { OutboxNow } from '#store/store.ts';
import type { SyncStatus } from '../farm.ts';

const waits: ReadonlySet<OpState> = new Set<OpState>(['pending', 'inflight', 'parked', 'blocked', 'auth']);

interface LinkState {
  readonly reach: SyncStatus['reach'];
  readonly sending: SyncStatus['sending'];
  readonly mustUpdate: boolean;
  readonly noSpace: boolean;
  readonly turnedBack: boolean;
  readonly isBehind: boolean;
  readonly skewMs: number;
}

/** The global chip: what is true of outbox and link, never more (offline.md §3.1, I9). */
export function statusOf({ ops, sync }: OutboxNow, link: LinkState): SyncStatus {
  const isWhole = sync.cursor !== null;
  const waiting = ops.filter((op) => waits.has(op.state));
  return {
    ...link,
    waiting: waiting.length,
    waitingSince: waiting.map((op) => op.recordedAt).toSorted()[0] ?? null,
    withError: ops.filter((op) => op.state === rejected).length,
    needsSignIn: ops.some((op) => op.state === 'auth'),
    lastSentAt: sync.lastSentAt,
    preparing: isWhole ? null : (sync.snapshot?.progress ?? 0),
    arriving: isWhole ? null : (sync.snapshot?.arriving ?? null),
    ready: isWhole,
  };
}

/** Before the first read nothing is claimed. */
export const unknownStatus: SyncStatus = {
  reach: 'unknown',
  waiting: 0,
  waitingSince: null,
  sending: null,
  withError: 0,
  needsSignIn: false,
  mustUpdate: false,
  noSpace: false,
  turnedBack: false,
  isBehind: false,
  skewMs: 0,
  lastSentAt: null,
  preparing: null,
  arriving: null,
  ready: false,
};
