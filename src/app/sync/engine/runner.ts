import { constants } from '#contract/constants.ts';
import { syncEndpoints } from '#contract/endpoints/sync.ts';
import { problems } from '#contract/problems.ts';
import type { Reply } from '#net/reply.ts';
import { type FarmStore, type OutboxNow, StorageFailure } from '#store/store.ts';
import { Batches } from '../outbox/batches.ts';
import type { SyncStatus } from '../farm.ts';
import { checkDigest, isCheckDue } from '../pull/check.ts';
import { Fetching } from '../pull/fetching.ts';
import { flushOutbox, recoverOutbox } from '../outbox/drain.ts';
import { backendOf } from '../backend-of.ts';
import { backoffMs, dueIn, sendable, tooLongMs } from '../outbox/outbox.ts';
import { type Clock, type FarmNet, heldOffset, isoAt, type Locks, type Random } from '../ports.ts';
import { pull } from '../pull/pull.ts';

interface RunnerPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly locks: Locks;
  readonly random: Random;
  readonly organizationId: string;
  readonly userId: string;
  /** Server clock offset known before the start; 0 or absent: none. */
  readonly clockOffsetMs?: () => number;
  /** A run reached the server and sent what it could: what follows records may go. */
  readonly onRound: () => void;
  readonly onChange: () => void;
  /** Reads the outbox for the status; the last reading where the disk fails, null if none. */
  readonly read: () => Promise<OutboxNow | null>;
}

/** After this long without an answer the link is tested first: a failed try makes a record unchangeable. */
const trustLinkForMs = 15_000;
const keepConfirmedMs = 90 * 24 * 3_600_000;
const soonestMs = 250;
const upgradeStatus = problems.UPGRADE_REQUIRED.status;
/** A check that came to nothing (rows moved) is not retried at once. */
const checkAgainMs = 10 * 60_000;
const mostRounds = 4;
/** A smaller skew gives nobody a wrong day, except for minutes around midnight. */
const clockIsOffMs = 3_600_000;

const isTooOld = (reply: Reply): boolean => reply.outcome === 'refused' && reply.problem.status === upgradeStatus;

/** Sends and fetches, one run at a time per tab; runs asked for meanwhile merge into one. */
export class Runner {
  reach: SyncStatus['reach'] = 'unknown';
  sending: SyncStatus['sending'] = null;
  skewMs = 0;
  /** To the millisecond, from the last answer; null before any. */
  private offsetMs: number | null = null;
  /** The offset used for records, also before the first answer. */
  readonly clockOffsetMs = heldOffset(() => this.offsetMs ?? this.ports.clockOffsetMs?.() ?? 0);
  private readonly fetching: Fetching;
  private lastAnswerAt = -Infinity;
  /** Consecutive failed runs: refusals must not be polled either. */
  private fruitless = 0;
  /** Runs in which another tab held the outbox: checked less and less often. */
  private elsewhere = 0;
  private lastLifeAt = -Infinity;
  private lastCheckAt = -Infinity;
  /** What the server denies an app this old. */
  private readonly tooOldFor = new Set<'sending' | 'fetching'>();
  private readonly batches = new Batches();
  private generation = 0;
  private isWanted = false;
  private isSwept = false;
  private mustSteal = false;
  private running: Promise<void> | null = null;
  private cancelPlan: (() => void) | null = null;
  private readonly ports: RunnerPorts;

  constructor(ports: RunnerPorts) {
    this.ports = ports;
    this.fetching = new Fetching({ ...ports, onReply: this.onFetched });
  }

  /** Whether the last answer is recent enough to trust the link. */
  isLinkFresh(): boolean {
    const since = Math.abs(this.ports.clock.now() - this.lastAnswerAt);
    return this.reach === 'reachable' && since < trustLinkForMs;
  }

  /** What keeps news from this phone. */
  get news(): Pick<SyncStatus, 'noSpace' | 'turnedBack' | 'isBehind'> {
    const { noSpace, turnedBack, isBehind } = this.fetching;
    return { noSpace, turnedBack, isBehind: isBehind && this.reach === 'reachable' && !this.mustUpdate };
  }

  get mustUpdate(): boolean {
    return this.tooOldFor.size > 0;
  }

  /** Starts a run, or requests one more after the present; resolves when nothing more is wanted. `read`: the outbox as just read. */
  readonly wake = (read: OutboxNow | null = null): Promise<void> => {
    this.isWanted = true;
    if (this.running) return this.running;
    this.lastLifeAt = this.ports.clock.now();
    this.running = this.loop(this.generation, read);
    return this.running;
  };

  /** Whether a run has been silent for too long: its call or lock will never end. */
  isHung(): boolean {
    return this.running !== null && this.ports.clock.now() - this.lastLifeAt > tooLongMs;
  }

  /** Forgets the link's failures: the device hints that it may be back. */
  reset(): void {
    this.fruitless = 0;
    this.elsewhere = 0;
    this.lastAnswerAt = -Infinity;
    this.fetching.reset();
  }

  /** Abandons the run and starts anew: a hang must not hold records back (offline.md F19). */
  startOver(): void {
    this.generation += 1;
    this.running = null;
    this.mustSteal = true;
    this.sending = null;
    void this.wake();
  }

  /** Starts nothing more. A call under way is not awaited (half a minute on a bad link): its answer is still recorded. */
  stop(): void {
    this.generation += 1;
    this.cancelPlan?.();
    this.running = null;
    this.sending = null;
  }

  private readonly onReply = (reply: Reply, about?: 'sending' | 'fetching'): void => {
    const before = this.statusKey();
    this.lastLifeAt = this.ports.clock.now();
    this.reach = reply.outcome === 'unreachable' ? 'unreachable' : 'reachable';
    if (this.reach === 'reachable') this.lastAnswerAt = this.ports.clock.now();
    if (reply.outcome !== 'unreachable') this.compareClocks(reply.marks.serverTimeMs);
    if (reply.outcome !== 'unreachable' && about !== undefined) {
      if (isTooOld(reply)) this.tooOldFor.add(about);
      else this.tooOldFor.delete(about);
    }
    if (this.statusKey() !== before) this.ports.onChange();
  };

  /** What of the status an answer may change; the skew by the hour, which slow answers do not move. */
  private readonly statusKey = (): string =>
    `${this.reach} ${this.mustUpdate} ${Math.round(this.skewMs / clockIsOffMs)}`;

  private compareClocks(serverMs: number | null): void {
    if (serverMs === null) return;
    const skewMs = serverMs - this.ports.clock.now();
    this.offsetMs = skewMs;
    this.skewMs = Math.abs(skewMs) > clockIsOffMs ? skewMs : 0;
  }

  private readonly onFetched = (reply: Reply): void => this.onReply(reply, 'fetching');

  private async loop(mine: number, read: OutboxNow | null): Promise<void> {
    const { clock, onChange } = this.ports;
    let known = read;
    try {
      do {
        this.isWanted = false;
        await this.cycle(mine, known);
        known = null;
      } while (this.isWanted && mine === this.generation && this.fruitless === 0);
      await this.plan(mine);
    } catch (thrown) {
      // The disk failed twice: the outbox is unchanged; the next hint or tick retries.
      if (!(thrown instanceof StorageFailure)) throw thrown;
      if (mine === this.generation) this.cancelPlan = clock.after(constants.drainEveryMs, () => void this.wake());
    } finally {
      const isCurrent = mine === this.generation;
      if (isCurrent) this.running = null;
      onChange();
      // Requested during planning: a live message must not wait for the next run.
      if (isCurrent && this.isWanted && this.fruitless === 0) await this.wake();
    }
  }

  private async cycle(mine: number, read: OutboxNow | null): Promise<void> {
    const isCurrent = (): boolean => mine === this.generation;
    for (let round = 0; round < mostRounds && isCurrent(); round += 1) {
      const sent = await this.send(isCurrent, round === 0 ? read : null);
      if (sent === 'no-link' || !isCurrent()) {
        this.fruitless += 1;
        return;
      }
      const pulled = await this.fetching.run(isCurrent, typeof sent === 'object' ? sent : null);
      const isInVain = pulled === 'failed' || (pulled === 'resting' && sent === 'resync');
      this.fruitless = isInVain ? this.fruitless + 1 : 0;
      if (pulled !== 'done') {
        // A person off the team may send but not fetch: his photos go all the same.
        if (!this.isUnreachable() && isCurrent()) this.ports.onRound();
        return;
      }
      if (sent !== 'resync') break;
    }
    if (isCurrent()) this.ports.onRound();
    if (isCurrent()) await this.check(isCurrent);
    if (isCurrent() && !this.isSwept) await this.sweep(isCurrent);
  }

  /** Gives the outbox as it is then, where it could be read. */
  private async send(
    isCurrent: () => boolean,
    read: OutboxNow | null,
  ): Promise<OutboxNow | null | 'resync' | 'no-link'> {
    const { store, organizationId } = this.ports;
    const now = read ?? (await store.outbox(organizationId));
    const { total, underWay, hasLedger } = this.countReady(now);
    if (total === 0) return now;
    // Without a ledger, an unanswered record needs a person: test the link before every run.
    if (!(hasLedger && this.isLinkFresh())) {
      if (underWay > 0) await recoverOutbox({ ...this.ports, steal: this.mustSteal });
      if (!(await this.ask())) return 'no-link';
    }
    this.sending = { done: 0, total };
    this.ports.onChange();
    const steal = this.mustSteal;
    this.mustSteal = false;
    const { onSent, batches } = this;
    const onReply = (reply: Reply): void => this.onReply(reply, 'sending');
    try {
      const result = await flushOutbox({ ...this.ports, onReply, onSent, batches, isCurrent, steal });
      this.elsewhere = result === null ? this.elsewhere + 1 : 0;
      // Before it is said that nothing is being sent: what was sent would wait again for a moment.
      const after = await this.ports.read();
      if (result?.is === 'resync') return 'resync';
      return this.isUnreachable() ? 'no-link' : after;
    } finally {
      if (isCurrent()) this.sending = null;
      this.ports.onChange();
    }
  }

  private isUnreachable(): boolean {
    return this.reach === 'unreachable';
  }

  private readonly onSent = (count: number): void => {
    const done = (this.sending?.done ?? 0) + count;
    if (this.sending) this.sending = { done, total: Math.max(this.sending.total, done) };
    this.ports.onChange();
  };

  private async ask(): Promise<boolean> {
    const { net } = this.ports;
    const path = syncEndpoints.health.path;
    this.onReply(await net.call({ method: 'GET', path, timeoutMs: constants.httpTimeoutMs }));
    return !this.isUnreachable();
  }

  /** Ops that could go now, given a link. */
  private countReady({ ops, sync }: OutboxNow) {
    const now = this.ports.clock.now();
    const due = sendable(ops).filter((op) => dueIn(op, now) === 0);
    const underWay = ops.filter((op) => op.state === 'inflight').length;
    return { total: underWay + due.length, underWay, hasLedger: backendOf(sync).has('ledger') };
  }

  /** Checks the rows when idle; wrong ones are refetched at once. */
  private async check(isCurrent: () => boolean): Promise<void> {
    const { store, organizationId, clock } = this.ports;
    const now = clock.now();
    if (this.isWanted || this.isUnreachable() || Math.abs(now - this.lastCheckAt) < checkAgainMs) return;
    const { sync } = await store.outbox(organizationId);
    if (!isCheckDue(sync, now)) return;
    this.lastCheckAt = now;
    const ports = { ...this.ports, onReply: this.onFetched, isCurrent };
    if ((await checkDigest(ports)) === 'differs' && isCurrent()) await pull(ports);
  }

  private async sweep(isCurrent: () => boolean): Promise<void> {
    const { store, organizationId, clock } = this.ports;
    this.isSwept = true;
    // By the server's clock: a phone years ahead would drop what heals a restored server.
    const before = isoAt(clock.now() + this.skewMs - keepConfirmedMs);
    while (isCurrent() && (await store.sweep(organizationId, before))) this.ports.onChange();
  }

  /** Schedules the next run: when the next op is due, later after failures. */
  private async plan(mine: number): Promise<void> {
    const { store, organizationId, clock, random } = this.ports;
    const { ops, sync } = await store.outbox(organizationId);
    if (mine !== this.generation) return;
    const now = clock.now();
    const waiting = [...sendable(ops), ...ops.filter((op) => op.isUnsure === true)];
    const soonest = waiting.reduce((least, op) => Math.min(least, dueIn(op, now)), Infinity);
    const restMs = this.fetching.leftMs();
    const untilFetch = restMs > 0 ? restMs : sync.cursor === null ? soonestMs : Infinity;
    const wait = Math.min(soonest, untilFetch);
    const inVain = Math.max(this.fruitless, this.elsewhere);
    const linkWait = inVain > 0 ? backoffMs(inVain, random.fraction()) : soonestMs;
    this.cancelPlan?.();
    this.cancelPlan = Number.isFinite(wait) ? clock.after(Math.max(wait, linkWait), () => void this.wake()) : null;
  }
}
