import { constants } from '#contract/constants.ts';
import type { Said } from '#net/reply.ts';
import { type Op, rejected, wasTried } from '#store/op.ts';
import type { OutboxEdit, OutboxNow } from '#store/store.ts';
import type { Batches } from './batches.ts';
import type { Ending } from './classify.ts';
import { replacing } from './deps.ts';
import type { Backend, Load } from '../backend.ts';
import { backendOf } from '../backend-of.ts';
import { isoAt } from '../ports.ts';
import { reportOf } from './report.ts';
import { maySayOffline } from '../things/things.ts';
import type { SyncStatus } from './outbox-words.ts';

/** The states of an operation (offline.md §2.3): pure decisions, each inside the transaction that writes it, so that tabs agree. */
export interface Decision<T> {
  readonly edit: OutboxEdit;
  readonly result: T;
}

const parkedRetryMs = 5 * 60_000;
const parkedForMs = 7 * 24 * 3_600_000;
/** After this wait a record counts as made in the field, whatever the link was at the save: it must not be rejected for stale counts. */
const fieldAfterMs = 60_000;
const longestWaitMs = 15 * 60_000;
const backoffFirstMs = 1_000;
const backoffMaxMs = 30_000;
const backoffJitterMs = 1_000;

/** Boot rule: what a dead tab was sending is resent, for the ledger counts it once. Only under the drain lock. */
export const recover = ({ ops, sync }: OutboxNow, nowMs: number): Decision<null> => ({
  edit: replacing(
    ops,
    ops
      .filter((op) => op.state === 'inflight')
      .map((op): Op =>
        backendOf(sync).mayRepeat(op) ? { ...op, state: 'pending', nextAt: nowMs } : unsure(op, nowMs),
      ),
  ),
  result: null,
});

/**
 * Lets waiting ops go at once: the person asks, the link is back, somebody signed in. From now on they are late: the watchdog counts from
 * `nextAt`.
 */
export function sendNow({ ops }: OutboxNow, nowMs: number, isHoldKept: boolean, withSignIn: boolean): Decision<null> {
  const waits = (op: Op): boolean =>
    (withSignIn && op.state === 'auth') ||
    (isOpen(op) && !op.isUnsure && op.nextAt > nowMs && !(isHoldKept && !wasTried(op)));
  const changed = ops.filter(waits).map((op) => ({ ...op, state: 'pending' as const, nextAt: nowMs }));
  return { edit: replacing(ops, changed), result: null };
}

export type Taken =
  | {
      readonly is: 'ops';
      readonly ops: Load;
      readonly isFirst: (op: Op) => boolean;
      readonly backend: Backend;
      readonly said: Said | undefined;
    }
  | { readonly is: 'resync' }
  | { readonly is: 'none' };

const isOpen = (op: Op): boolean => op.state === 'pending' || op.state === 'parked';

const isReady = (op: Op, ops: readonly Op[]): boolean =>
  op.deps.every(
    (dep) => ops.find((other) => other.opId === dep)?.state === 'acked' || !ops.some((o) => o.opId === dep),
  );

/** Whether only time holds it. What a rejected op blocked is free once the feed has brought that one. */
const isFree = (op: Op, ops: readonly Op[]): boolean =>
  (isOpen(op) || op.state === 'blocked') && !op.isUnsure && isReady(op, ops);

/** Ops that only time holds back; none without a session, where every call would fail, so that they stay untried and changeable. */
export const sendable = (ops: readonly Op[]): readonly Op[] =>
  ops.some((op) => op.state === 'auth') ? [] : ops.filter((op) => isFree(op, ops));

/** Milliseconds until due. More than the longest possible wait means that the clock was set back: due now. */
export function dueIn({ nextAt }: Pick<Op, 'nextAt'>, nowMs: number): number {
  const wait = nextAt - nowMs;
  return wait > longestWaitMs ? 0 : Math.max(0, wait);
}

/**
 * The next ops to send, marked inflight before the call. None before the backend is known: one without a ledger must get each only once.
 */
export function take({ ops, sync }: OutboxNow, nowMs: number, batches: Pick<Batches, 'next'>): Decision<Taken> {
  if (sync.wantEpoch !== null) return { edit: {}, result: { is: 'resync' } };
  if (sync.epoch === null && sync.snapshot === null) return { edit: {}, result: { is: 'none' } };
  const backend = backendOf(sync);
  const isOneByOne = sync.epoch === null || !backend.has('batches');
  const due = sendable(ops).filter((op) => dueIn(op, nowMs) === 0);
  const [first, ...others] = batches.next(due, isOneByOne ? 1 : undefined);
  if (!first) return { edit: {}, result: { is: 'none' } };
  const taken: Load = [taking(first, nowMs), ...others.map((op) => taking(op, nowMs))];
  const said = reportOf({ ops, sync }, taken);
  const untried = new Set([first, ...others].filter((op) => !wasTried(op)).map((op) => op.opId));
  const isFirst = ({ opId }: Op): boolean => untried.has(opId);
  return { edit: { put: taken }, result: { is: 'ops', ops: taken, isFirst, backend, said } };
}

function taking(op: Op, nowMs: number): Op {
  const isLate = !wasTried(op) && nowMs - Date.parse(op.recordedAt) > fieldAfterMs;
  return {
    ...op,
    state: 'inflight',
    attempts: op.attempts + 1,
    firstSentAt: op.firstSentAt ?? isoAt(nowMs),
    nextAt: nowMs,
    body: isLate && maySayOffline(op) ? { ...op.body, offline: true } : op.body,
  };
}

/** Doubles from 1 s to 30 s, plus up to 1 s of jitter (offline.md §2.4). */
export const backoffMs = (attempts: number, fraction: number): number =>
  Math.min(backoffMaxMs, backoffFirstMs * 2 ** Math.max(0, attempts - 1)) + fraction * backoffJitterMs;

export interface Sent {
  readonly op: Op;
  /** Whether the server cannot have seen it before. */
  readonly isFirst: boolean;
  readonly ending: Ending;
}

interface Settling {
  readonly sent: readonly Sent[];
  readonly epoch: string | null;
  readonly nowMs: number;
  readonly fraction: number;
}

/** Records the endings of sent ops. Nothing changes for one that another tab took over meanwhile. */
export function settle({ ops, sync }: OutboxNow, { sent, epoch, nowMs, fraction }: Settling): Decision<null> {
  const rows = new Map(ops.map((op) => [op.opId, op]));
  const mine = sent.flatMap(({ op, ...end }) => {
    const row = rows.get(op.opId);
    return row?.state === 'inflight' && row.attempts === op.attempts ? [{ op: row, ...end }] : [];
  });
  if (mine.length === 0) return { edit: {}, result: null };
  if (epoch !== null && sync.epoch !== null && epoch !== sync.epoch) {
    const back = mine.map(({ op, ending }): Op => ({
      ...op,
      state: ending.is === 'sign-in' ? 'auth' : 'pending',
      nextAt: nowMs,
    }));
    return { edit: { ...replacing(ops, back), wantEpoch: epoch }, result: null };
  }
  const after = mine.map((one) => afterEnding(one, nowMs, fraction));
  // Even at a reached sequence it stays until a page proves it: the rows may be of another history than the answer.
  const edit = {
    ...replacing(ops, after),
    ...(after.some((op) => op.state === 'acked') && { sentAt: isoAt(nowMs) }),
  };
  return { edit, result: null };
}

/** 'Not there' from a restored server is not final: another phone may bring the thing back. */
const isLostThere = (op: Op, verdict: Ending): boolean =>
  op.isHealing === true &&
  ((verdict.is === 'applied' && verdict.ack.epoch === null) ||
    (verdict.is === 'refused' && verdict.problem.status === 404));

function afterEnding({ op, ending: verdict, isFirst }: Sent, nowMs: number, fraction: number): Op {
  if (isLostThere(op, verdict)) return parked(op, nowMs);
  switch (verdict.is) {
    case 'again':
      return { ...op, state: 'pending', nextAt: nowMs };
    case 'untaken':
      return {
        ...op,
        state: 'pending',
        nextAt: nowMs,
        firstSentAt: isFirst ? null : op.firstSentAt,
      };
    case 'applied':
      return { ...op, state: 'acked', ack: verdict.ack, ackedAt: isoAt(nowMs), problem: null, parkedAt: null };
    case 'later':
      return {
        ...op,
        state: 'pending',
        nextAt: nowMs + Math.max(backoffMs(op.attempts, fraction), Math.min(verdict.retryAfterMs ?? 0, longestWaitMs)),
      };
    case 'upgrade':
      return { ...op, state: 'pending', nextAt: nowMs + constants.drainEveryMs };
    case 'sign-in':
      return { ...op, state: 'auth' };
    case 'parked':
      return parked(op, nowMs);
    case 'refused':
      return { ...op, state: rejected, problem: verdict.problem };
    case 'unsure':
      return unsure(op, nowMs);
  }
}

/** A slow server may still be working: the lists are believed after this. */
const unsureForMs = 60_000;
const unsure = (op: Op, nowMs: number): Op => ({
  ...op,
  state: 'pending',
  isUnsure: true,
  nextAt: nowMs + unsureForMs,
});

function parked(op: Op, nowMs: number): Op {
  const since = op.parkedAt ?? nowMs;
  if (nowMs - since < parkedForMs) return { ...op, state: 'parked', parkedAt: since, nextAt: nowMs + parkedRetryMs };
  return {
    ...op,
    state: rejected,
    problem: { code: 'DEPENDENCY_MISSING', status: 424, message: null, issues: [] },
  };
}

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
