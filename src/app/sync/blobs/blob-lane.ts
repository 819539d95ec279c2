import { StorageFailure } from '#store/store.ts';
import { type BlobPorts, owedBlobs, sendBlobs, sweepBlobs } from './blobs.ts';
import { backoffMs } from '../outbox/outbox.ts';
import type { Locks } from '../ports.ts';
import { Backoff } from '../pull/backoff.ts';

interface LanePorts extends BlobPorts {
  readonly locks: Locks;
  readonly userId: string;
}

/** Another tab is at it, or the disk failed. */
const lookAgainMs = 30_000;
const soonestMs = 1_000;

/** Sends photos and voice notes apart, so that no record waits behind one. One run at a time per tab. */
export class BlobLane {
  private readonly ports: LanePorts;
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isEager = false;
  private isSwept = false;
  /** Consecutive runs without a link. */
  private fruitless = 0;
  private readonly backoff: Backoff;
  private generation = 0;
  private cancelPlan: (() => void) | null = null;

  constructor(ports: LanePorts) {
    this.ports = ports;
    this.backoff = new Backoff(ports.clock);
  }

  /** Sends what may go; `eager`: ignoring backoffs. Resolves when nothing more is wanted. */
  async wake(eager = false): Promise<void> {
    if (eager) this.backoff.reset();
    if (this.backoff.leftMs() > 0) return;
    this.isWanted = true;
    this.isEager ||= eager;
    this.running ??= this.loop(this.generation);
    await this.running;
  }

  /** Starts nothing more. What is under way is still recorded. */
  stop(): void {
    this.generation += 1;
    this.cancelPlan?.();
    this.running = null;
  }

  private async loop(mine: number): Promise<void> {
    const isCurrent = (): boolean => mine === this.generation;
    let waitMs: number | null = lookAgainMs;
    try {
      do {
        this.isWanted = false;
        waitMs = await this.run(isCurrent);
        this.backoff.end();
      } while (this.isWanted && isCurrent());
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown;
      // What was sent could not be recorded: it would be sent again and again.
      this.backoff.begin();
      waitMs = this.backoff.leftMs();
    } finally {
      if (isCurrent()) {
        this.running = null;
        this.plan(waitMs);
      }
    }
  }

  /** One run under its lock; gives the wait until the next, null if nothing is owed. */
  private async run(isCurrent: () => boolean): Promise<number | null> {
    const { store, locks, userId, organizationId, random, clock } = this.ports;
    if ((await store.blobs(organizationId)).length === 0) return null;
    const eager = this.isEager;
    this.isEager = false;
    let isThrough = true;
    const isMine = await locks.run(`blobs:${userId}:${organizationId}`, false, async () => {
      isThrough = (await sendBlobs(this.ports, eager, isCurrent)) === 'done';
      if (isThrough && !this.isSwept && isCurrent()) {
        this.isSwept = true;
        await sweepBlobs(this.ports, false);
      }
    });
    this.fruitless = isThrough ? 0 : this.fruitless + 1;
    if (!isThrough) return backoffMs(this.fruitless, random.fraction());
    const ready = (await owedBlobs(this.ports)).filter(({ is }) => is === 'ready');
    if (ready.length === 0) return null;
    const soonest = Math.min(...ready.map(({ blob }) => blob.nextAt)) - clock.now();
    return isMine ? Math.max(soonest, soonestMs) : lookAgainMs;
  }

  private plan(waitMs: number | null): void {
    this.cancelPlan?.();
    this.cancelPlan = waitMs === null ? null : this.ports.clock.after(waitMs, () => void this.wake());
  }
}
