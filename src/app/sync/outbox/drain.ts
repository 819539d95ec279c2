import { constants } from '#contract/constants.ts';
import type { Reply, Said } from '#net/reply.ts';
import { type Op, rejected, wasTried } from '#store/op.ts';
import type { FarmStore, OutboxNow } from '#store/store.ts';
import type { Backend, Ending, Load } from '../backend.ts';
import { backendOf } from '../backend-of.ts';
import { type Clock, type FarmNet, isoAt, type Locks, type Random } from '../ports.ts';
import { maySayOffline } from '../things/things.ts';
import type { Batches } from './batches.ts';
import { changeIfNeeded } from './if-needed.ts';
import { backoffMs, type Decision, dueIn, longestWaitMs, replacing, sendable } from './outbox.ts';
import { reportOf } from './report.ts';

interface DrainPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly organizationId: string;
  readonly userId: string;
  readonly onReply: (reply: Reply) => void;
  readonly onSent: (count: number) => void;
  readonly batches: Batches;
  readonly isCurrent: () => boolean;
}

type Drained =
  | { readonly is: 'empty' }
  | { readonly is: 'resync' }
  /** The link, the session or the app's age stops everything; later runs retry. */
  | { readonly is: 'paused'; readonly verdict: Ending['is'] }
  | { readonly is: 'dropped' };

/**
 * Sends what waits in order (offline.md §2.4), batched where the server can. Needs no screens: the service worker can run it. The caller
 * holds the drain lock. Answers are written while the next load is at the server, which is chosen as if they were.
 */
export async function drain(ports: DrainPorts): Promise<Drained> {
  const { store, organizationId, clock, batches } = ports;
  batches.begin();
  await takeUp(ports);
  let heard: Settling | null = null;
  const ended = async (end: Drained): Promise<Drained> => {
    await write(ports, heard);
    return end;
  };
  for (;;) {
    if (!ports.isCurrent()) return await ended({ is: 'dropped' });
    const before: Settling | null = heard;
    const taking = (now: OutboxNow) => take(asWritten(now, before), clock.now(), batches);
    // Mostly nothing waits; after a load mostly something does.
    const taken = await (heard
      ? store.changeOutbox(organizationId, taking)
      : changeIfNeeded(store, organizationId, taking));
    if (taken.is === 'none') return await ended({ is: 'empty' });
    if (taken.is === 'resync') return await ended({ is: 'resync' });
    // Given up meanwhile: another person may be signed in, who must not send what is not his. The boot rule takes it up.
    if (!ports.isCurrent()) return await ended({ is: 'dropped' });
    const writing = write(ports, heard);
    // Awaited below; it may fail before.
    writing.catch(() => undefined);
    heard = await send(ports, taken);
    await writing;
    const { sent } = heard;
    for (const { op, ending } of sent) if (ending.is === 'again') batches.askAlone(op);
    const stop = sent.find(({ ending }) => stopsTheLane(ending));
    if (stop) return await ended({ is: 'paused', verdict: stop.ending.is });
    // Without a ledger an answer that dies with the tab is a question for a person.
    if (taken.isMore && taken.backend.has('ledger')) continue;
    await write(ports, heard);
    heard = null;
  }
}

const stopsTheLane = ({ is }: Ending): boolean =>
  is === 'later' || is === 'unsure' || is === 'sign-in' || is === 'upgrade';

type TakenLoad = Extract<Taken, { is: 'ops' }>;

async function send(ports: DrainPorts, { ops, isFirst, backend, said }: TakenLoad): Promise<Settling> {
  const { clock, random, onReply } = ports;
  const begun = clock.now();
  const { reply, endings } = await backend.send(ports, ops, said);
  onReply(reply);
  ports.batches.learn(ops, { isAnswered: reply.outcome !== 'unreachable', tookMs: Math.abs(clock.now() - begun) });
  const sent = ops.map((op, index): Sent => ({ op, isFirst: isFirst(op), ending: endings[index] ?? { is: 'again' } }));
  const epoch = reply.outcome === 'unreachable' ? null : reply.marks.epoch;
  return { sent, epoch, nowMs: clock.now(), fraction: random.fraction() };
}

async function write({ store, organizationId, onSent }: DrainPorts, heard: Settling | null): Promise<void> {
  if (heard === null) return;
  await store.changeOutbox(organizationId, (now) => settle(now, heard));
  const applied = heard.sent.filter(({ ending }) => ending.is === 'applied').length;
  if (applied > 0) onSent(applied);
}

/** The outbox as it will be when these answers are written. */
function asWritten(now: OutboxNow, heard: Settling | null): OutboxNow {
  if (heard === null) return now;
  const { edit } = settle(now, heard);
  const changed = new Map((edit.put ?? []).map((op) => [op.n, op]));
  const ops = now.ops.map((op) => changed.get(op.n) ?? op);
  return { ...now, ops, sync: { ...now.sync, wantEpoch: edit.wantEpoch ?? now.sync.wantEpoch } };
}

interface LockPorts extends Pick<DrainPorts, 'store' | 'clock' | 'organizationId' | 'userId'> {
  readonly locks: Locks;
  /** Takes the lock from a hung tab; what it had inflight is resent, and the ledger absorbs it. */
  readonly steal: boolean;
}

const underLock = ({ locks, userId, organizationId, steal }: LockPorts, task: () => Promise<void>): Promise<boolean> =>
  locks.run(`drain:${userId}:${organizationId}`, steal, task);

/** Before a link is looked for, which may take long: what a dead tab was sending is not being sent (ux.md §1.2). */
export const recoverOutbox = (ports: LockPorts): Promise<boolean> => underLock(ports, () => takeUp(ports));

/**
 * One run under the drain lock, from a tab or the service worker; null if another holds it. Locked per run: a frozen tab must not stop the
 * others (offline.md F25).
 */
export async function flushOutbox(ports: DrainPorts & LockPorts): Promise<Drained | null> {
  let result: Drained | null = null;
  await underLock(ports, async () => {
    result = await drain(ports);
  });
  return result;
}

const parkedRetryMs = 5 * 60_000;
const parkedForMs = 7 * 24 * 3_600_000;
/** After this wait a record counts as made in the field, whatever the link was at the save: it must not be rejected for stale counts. */
const fieldAfterMs = 60_000;

/** Boot rule: what a dead tab was sending is resent, for the ledger counts it once. Only under the drain lock. */
const recover = ({ ops, sync }: OutboxNow, nowMs: number): Decision<null> => ({
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

const takeUp = async ({ store, organizationId, clock }: Pick<DrainPorts, 'store' | 'organizationId' | 'clock'>) =>
  void (await changeIfNeeded(store, organizationId, (now) => recover(now, clock.now())));

type Taken =
  | {
      readonly is: 'ops';
      readonly ops: Load;
      readonly isFirst: (op: Op) => boolean;
      /** More could go now. */
      readonly isMore: boolean;
      readonly backend: Backend;
      readonly said: Said | undefined;
    }
  | { readonly is: 'resync' }
  | { readonly is: 'none' };

/**
 * The next ops to send, marked inflight before the call. None before the backend is known: one without a ledger must get each only once.
 */
function take({ ops, sync }: OutboxNow, nowMs: number, batches: Pick<Batches, 'next'>): Decision<Taken> {
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
  const isMore = due.length > taken.length;
  return { edit: { put: taken }, result: { is: 'ops', ops: taken, isFirst, isMore, backend, said } };
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

interface Sent {
  readonly op: Op;
  /** Whether the server cannot have seen it before. */
  readonly isFirst: boolean;
  readonly ending: Ending;
}

/** A load's answers, to be written. */
interface Settling {
  readonly sent: readonly Sent[];
  readonly epoch: string | null;
  readonly nowMs: number;
  readonly fraction: number;
}

/** Records the endings of sent ops. Nothing changes for one that another tab took over meanwhile. */
function settle({ ops, sync }: OutboxNow, { sent, epoch, nowMs, fraction }: Settling): Decision<null> {
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
