import { type NewOp, type Op, rejected, wasTried } from '#store/op.ts';
import type { OutboxEdit, OutboxNow } from '#store/store.ts';
import type { SyncStatus } from './outbox-words.ts';

/** The states of an operation (offline.md §2.3): pure decisions, each inside the transaction that writes it, so that tabs agree. */
export interface Decision<T> {
  readonly edit: OutboxEdit;
  readonly result: T;
}

export const longestWaitMs = 15 * 60_000;
const backoffFirstMs = 1_000;
const backoffMaxMs = 30_000;
const backoffJitterMs = 1_000;

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

/** Doubles from 1 s to 30 s, plus up to 1 s of jitter (offline.md §2.4). */
export const backoffMs = (attempts: number, fraction: number): number =>
  Math.min(backoffMaxMs, backoffFirstMs * 2 ** Math.max(0, attempts - 1)) + fraction * backoffJitterMs;

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

function strings(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) strings(part, found);
}

/**
 * Ops that must reach the server first: those that make what its body or path names, and earlier ones on the same thing. Ids are UUIDs, so
 * a text search finds every reference.
 */
export function depsOf(op: Pick<NewOp, 'body' | 'path' | 'entityId'>, earlier: readonly Op[]): string[] {
  const named = new Set(op.path.split('/').map(decodeURIComponent));
  strings(op.body, named);
  return earlier
    .filter((other) => other.state !== 'acked')
    .filter((other) => other.entityId === op.entityId || (other.act === 'create' && named.has(other.entityId)))
    .map((other) => other.opId);
}

export function dependentsOf(opId: string, ops: readonly Op[]): Op[] {
  const waiting = new Set([opId]);
  const found: Op[] = [];
  for (const op of ops) {
    if (!op.deps.some((dep) => waiting.has(dep))) continue;
    waiting.add(op.opId);
    found.push(op);
  }
  return found;
}

/** Renames a dep to a corrected op's new key. */
export const withDep = (op: Op, before: string, after: string): Op => ({
  ...op,
  deps: op.deps.map((dep) => (dep === before ? after : dep)),
});

/** Blocks only the descendants of ops that need a person (offline.md §2.3). Gives the changed rows. */
function reblocked(ops: readonly Op[]): Op[] {
  const stuck = new Set(ops.filter((op) => op.state === rejected).map((op) => op.opId));
  const changed: Op[] = [];
  for (const op of ops) {
    const isStuck = op.deps.some((dep) => stuck.has(dep));
    if (isStuck && op.state !== rejected) stuck.add(op.opId);
    if (isStuck && (op.state === 'pending' || op.state === 'parked')) changed.push({ ...op, state: 'blocked' });
    if (!isStuck && op.state === 'blocked') changed.push({ ...op, state: 'pending' });
  }
  return changed;
}

/** Replaces rows and updates their dependents. */
export function replacing(ops: readonly Op[], changed: readonly Op[]): OutboxEdit {
  const byNumber = new Map(changed.map((op) => [op.n, op]));
  const after = ops.map((op) => byNumber.get(op.n) ?? op);
  for (const op of reblocked(after)) byNumber.set(op.n, op);
  return { put: [...byNumber.values()] };
}
