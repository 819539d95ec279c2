import { constants } from '../../contract/constants.ts';
import { syncEndpoints } from '../../contract/endpoints/sync.ts';
import type { Reply } from '../net/reply.ts';
import { type FarmStore, StorageFailure } from '../store/store.ts';
import type { SyncStatus } from './farm.ts';
import { flushOutbox } from './flush.ts';
import { backoffMs, isReady } from './outbox.ts';
import { type Chance, type Clock, type FarmNet, isoAt, type Locks } from './ports.ts';
import { pull } from './pull.ts';

export interface RunnerPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly locks: Locks;
  readonly chance: Chance;
  readonly organizationId: string;
  readonly userId: string;
  /** Something that the chip shows has changed. */
  readonly onChange: () => void;
}

/** Sends and fetches, one run at a time in this tab; runs asked for meanwhile become one more. */
export interface Runner {
  readonly wake: () => Promise<void>;
  /** The link's failures are forgotten: a sign from the device says that it may be back. */
  readonly forgive: () => void;
  /** Gives the running work up and begins anew: what hangs must not hold records back (offline.md F19). */
  readonly startOver: () => void;
  readonly stop: () => Promise<void>;
  readonly reach: () => SyncStatus['reach'];
  /** Whether an answer came so lately that the link is as good as known. */
  readonly isLinkFresh: () => boolean;
  readonly sending: () => SyncStatus['sending'];
}

/** After so long without an answer the link is asked before a record is risked: a try that fails makes it unchangeable. */
const trustLinkForMs = 15_000;
const keepConfirmedMs = 90 * 24 * 3_600_000;
const soonestMs = 250;
const mostRounds = 4;

export function openRunner(ports: RunnerPorts): Runner {
  const { store, net, clock, chance, organizationId, onChange } = ports;
  let reach: SyncStatus['reach'] = 'unknown';
  let sending: SyncStatus['sending'] = null;
  let lastAnswerAt = -Infinity;
  /** Runs that came to nothing, one after the other: an answer that refuses must not be asked for all the time either. */
  let fruitless = 0;
  let generation = 0;
  let isWanted = false;
  let isSwept = false;
  let mustSteal = false;
  let running: Promise<void> | null = null;
  let cancelPlan: (() => void) | null = null;

  const onReply = (reply: Reply): void => {
    const before = reach;
    reach = reply.outcome === 'unreachable' ? 'unreachable' : 'reachable';
    if (reach === 'reachable') lastAnswerAt = clock.now();
    if (reach !== before) onChange();
  };

  const isLinkFresh = (): boolean => reach === 'reachable' && clock.now() - lastAnswerAt < trustLinkForMs;

  const ask = async (): Promise<boolean> => {
    onReply(await net.call({ method: 'GET', path: syncEndpoints.health.path, timeoutMs: constants.httpTimeoutMs }));
    return reach === 'reachable';
  };

  /** Operations that could go now, were the link there. */
  const countReady = async (): Promise<number> => {
    const { ops } = await store.outbox(organizationId);
    const now = clock.now();
    return ops.filter(
      (op) =>
        op.state === 'inflight' ||
        ((op.state === 'pending' || op.state === 'parked') && op.nextAt <= now && isReady(op, ops)),
    ).length;
  };

  const send = async (isCurrent: () => boolean): Promise<'ok' | 'resync' | 'no-link'> => {
    const total = await countReady();
    if (total === 0) return 'ok';
    if (!isLinkFresh() && !(await ask())) return 'no-link';
    sending = { done: 0, total };
    onChange();
    const steal = mustSteal;
    mustSteal = false;
    const onSent = (): void => {
      sending = sending && { ...sending, done: sending.done + 1, total: Math.max(sending.total, sending.done + 1) };
      onChange();
    };
    const result = await flushOutbox({ ...ports, onReply, onSent, isCurrent, steal });
    if (isCurrent()) sending = null;
    onChange();
    if (result?.is === 'resync') return 'resync';
    return reach === 'unreachable' ? 'no-link' : 'ok';
  };

  const cycle = async (mine: number): Promise<void> => {
    const isCurrent = (): boolean => mine === generation;
    for (let round = 0; round < mostRounds && isCurrent(); round += 1) {
      const sent = await send(isCurrent);
      if (sent === 'no-link' || !isCurrent()) {
        fruitless += 1;
        return;
      }
      const pulled = await pull({ store, net, clock, organizationId, onReply, isCurrent });
      fruitless = pulled === 'done' ? 0 : fruitless + 1;
      if (pulled === 'failed') return;
      if (sent === 'ok') break;
    }
    if (isCurrent() && !isSwept) await sweep(isCurrent);
  };

  const sweep = async (isCurrent: () => boolean): Promise<void> => {
    isSwept = true;
    const before = isoAt(clock.now() - keepConfirmedMs);
    while (isCurrent() && (await store.sweep(organizationId, before))) onChange();
  };

  const plan = async (mine: number): Promise<void> => {
    const { ops, sync } = await store.outbox(organizationId);
    if (mine !== generation) return;
    const open = ops.filter((op) => (op.state === 'pending' || op.state === 'parked') && isReady(op, ops));
    const soonest = open.reduce((least, op) => Math.min(least, op.nextAt), Infinity);
    const wait = sync.cursor === null ? soonestMs : soonest - clock.now();
    const linkWait = fruitless > 0 ? backoffMs(fruitless, chance.fraction()) : soonestMs;
    cancelPlan?.();
    cancelPlan = Number.isFinite(wait) ? clock.after(Math.max(wait, linkWait), () => void wake()) : null;
  };

  const loop = async (mine: number): Promise<void> => {
    try {
      do {
        isWanted = false;
        await cycle(mine);
      } while (isWanted && mine === generation && fruitless === 0);
      await plan(mine);
    } catch (thrown) {
      // The disk gave way twice: the outbox is as it was, and the next sign or tick tries again.
      if (!(thrown instanceof StorageFailure)) throw thrown;
      if (mine === generation) cancelPlan = clock.after(constants.drainEveryMs, () => void wake());
    } finally {
      if (mine === generation) running = null;
      onChange();
    }
  };

  const wake = (): Promise<void> => {
    isWanted = true;
    running ??= loop(generation);
    return running;
  };

  return {
    wake,
    forgive: () => {
      fruitless = 0;
      lastAnswerAt = -Infinity;
    },
    startOver: () => {
      generation += 1;
      running = null;
      mustSteal = true;
      sending = null;
      void wake();
    },
    stop: async () => {
      generation += 1;
      cancelPlan?.();
      await running;
      running = null;
    },
    reach: () => reach,
    isLinkFresh,
    sending: () => sending,
  };
}
