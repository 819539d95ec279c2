import { StorageFailure } from '#store/store.ts';
import { type BlobPorts, owedBlobs, sendBlobs, sweepBlobs } from './blobs.ts';
import { backoffMs } from '../outbox/outbox.ts';
import type { Locks } from '../ports.ts';
import { Backoff } from '../pull/backoff.ts';

export interface LanePorts extends BlobPorts {
  readonly locks: Locks;
  readonly userId: string;
}

/** Another tab is at it, or the disk was away. */
const lookAgainMs = 30_000;
const soonestMs = 1_000;

/** Photos and voice notes go up on a lane of their own: no record ever waits behind a picture. One run at a time in this tab. */
export class BlobLane {
  private readonly ports: LanePorts;
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isEager = false;
  private isSwept = false;
  /** Runs that found no link, one after the other. */
  private fruitless = 0;
  private readonly backoff: Backoff;
  private generation = 0;
  private cancelPlan: (() => void) | null = null;

  constructor(ports: LanePorts) {
    this.ports = ports;
    this.backoff = new Backoff(ports.clock);
  }

  /** Sends what may go; `eager` without regard to the waits after failures. Resolves when nothing is wanted any more. */
  async wake(eager = false): Promise<void> {
    if (eager) this.backoff.reset();
    if (this.backoff.leftMs() > 0) return;
    this.isWanted = true;
    this.isEager ||= eager;
    this.running ??= this.loop(this.generation);
    await this.running;
  }

  /** Nothing more is begun. What is under way is still written down. */
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
      // What went up could not be written down: it would go again and again.
      this.backoff.begin();
      waitMs = this.backoff.leftMs();
    } finally {
      if (isCurrent()) {
        this.running = null;
        this.plan(waitMs);
      }
    }
  }

  /** One run under its lock; gives how long to wait for the next, null where nothing is owed. */
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
