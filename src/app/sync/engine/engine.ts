import { constants } from '#contract/constants.ts';
import { type FarmStore, type OutboxNow, StorageFailure } from '#store/store.ts';
import { openActs } from './acts.ts';
import { BlobLane } from '../blobs/blob-lane.ts';
import { type FarmBlobs, openBlobs } from '../blobs/farm-blobs.ts';
import { openErrands } from '../device/errands.ts';
import type { Farm, FarmActs, FarmViews, SyncStatus } from '../farm.ts';
import { applyLive, LivePulls } from '../pull/live.ts';
import { layered } from '../views/layered.ts';
import { changeIfNeeded } from '../outbox/if-needed.ts';
import { isStuck, sendNow } from '../outbox/outbox.ts';
import type { Clock, FarmNet, Hint, Hints, LiveFeed, Locks, Random, Signer } from '../ports.ts';
import { Runner } from './runner.ts';
import { statusOf, unknownStatus } from './status.ts';
import { openViews } from '../views/view.ts';

export interface FarmPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly locks: Locks;
  readonly random: Random;
  readonly hints: Hints;
  readonly live: LiveFeed;
  /** This device's id, the same at every start (`FarmStore.keepOnce`). */
  readonly deviceId: string;
  readonly appBuild: string;
  /** This device's key for a person; null or absent where it cannot sign. */
  readonly signer?: (userId: string) => Promise<Signer | null>;
  /** Server clock minus device clock as last heard, however long ago; 0 if never. */
  readonly clockOffsetMs?: () => number;
}

/** Idle polling of the feed while somebody looks: a live message can be lost. */
const quietPullEveryMs = 5 * 60_000;
/** How late the chip may show another tab's or the sending's changes; own saves show at once. */
const readSoonMs = 100;
/** How long after a save the sending looks: its readings would stand before the screen's, and before the next save. */
const wakeSoonMs = 100;

/** Opens a farm for the signed-in person. Nothing runs until `start`; recording works without it. */
export const openFarm = (ports: FarmPorts, organizationId: string, userId: string): Farm =>
  new OpenFarm(ports, organizationId, userId);

class OpenFarm implements Farm {
  readonly organizationId: string;
  readonly views: FarmViews;
  readonly acts: FarmActs;
  readonly blobs: FarmBlobs;
  private readonly ports: FarmPorts;
  private readonly runner: Runner;
  private readonly lane: BlobLane;
  private readonly listeners = new Set<() => void>();
  private readonly subscriptions: (() => void)[] = [];
  private cancelTick: (() => void) | null = null;
  private cancelReading: (() => void) | null = null;
  private cancelWaking: (() => void) | null = null;
  private current: SyncStatus = unknownStatus;
  private lastRead: OutboxNow | null = null;
  private reading: Promise<void> | null = null;
  /** Told without a reading: one that began before may be older. */
  private saves = 0;
  private mustRead = false;
  private isStarted = false;
  private telling: Promise<void> | null = null;
  private readonly livePulls: LivePulls;
  private readonly errands: ReturnType<typeof openErrands>;
  private lastTickAt = -Infinity;

  constructor(ports: FarmPorts, organizationId: string, userId: string) {
    const { store, clock, random, hints, deviceId, appBuild } = ports;
    this.ports = ports;
    this.organizationId = organizationId;
    const signer = async (): Promise<Signer | null> => (await ports.signer?.(userId)) ?? null;
    this.errands = openErrands({ ...ports, organizationId, userId, signer });
    this.lane = new BlobLane({ ...ports, organizationId, userId });
    this.blobs = openBlobs({ ...ports, organizationId });
    this.runner = new Runner({
      ...ports,
      organizationId,
      userId,
      onChange: () => this.showLink(),
      read: async () => {
        await this.readStatus();
        return this.lastRead;
      },
      onRound: () => {
        void this.lane.wake();
        void this.tellKey();
        void this.canBeLeft();
        if (this.lastRead?.sync.thrownAway?.length) void this.tellDismissed();
      },
    });
    this.livePulls = new LivePulls(clock, () => this.survivingStorage(() => this.runner.wake()));
    const isLinkKnown = (): boolean =>
      this.runner.isLinkFresh() || (this.runner.reach === 'reachable' && hints.isConnected());
    const { clockOffsetMs } = this.runner;
    const shown = layered(store);
    this.views = openViews(shown, organizationId, userId, clock);
    this.acts = openActs({
      store: shown,
      recorder: { organizationId, userId, deviceId, appBuild, clock, random, isLinkKnown, clockOffsetMs },
      afterSave: (after) => {
        this.afterSave(after);
      },
      sendAll: (after = null) => {
        this.runner.reset();
        return this.runner
          .wake(after)
          .then(this.tellDismissed)
          .then(() => this.lane.wake(true))
          .then(this.tellKey);
      },
      tellDismissed: this.tellDismissed,
      signer,
    });
  }

  readonly status = (): SyncStatus => this.current;

  readonly onStatus = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly onRows: Farm['onRows'] = (listener) => this.ports.store.watchRows(listener);

  /** A draft that the disk rejects stays in its form, and is saved again. */
  readonly saveDraft: Farm['saveDraft'] = async (key, draft) => {
    let isSaved = false;
    await this.survivingStorage(async () => {
      await this.ports.store.saveDraft(this.organizationId, key, draft);
      isSaved = true;
    });
    return isSaved;
  };

  readonly start = (): void => {
    if (this.isStarted) return;
    this.isStarted = true;
    const { clock, hints, live, store } = this.ports;
    this.cancelTick = clock.after(constants.drainEveryMs, this.tick);
    this.subscriptions.push(
      hints.subscribe((hint) => {
        this.onHint(hint);
      }),
      live.subscribe((message) => void this.onLive(message)),
      store.watch(this.organizationId, this.readSoon),
    );
    void this.readStatus();
    void this.go(true);
  };

  readonly stop = (): void => {
    this.isStarted = false;
    this.cancelTick?.();
    this.cancelReading?.();
    this.cancelReading = null;
    this.cancelWaking?.();
    this.cancelWaking = null;
    for (const unsubscribe of this.subscriptions.splice(0)) unsubscribe();
    this.livePulls.stop();
    this.runner.stop();
    this.lane.stop();
  };

  private afterSave(after: OutboxNow | null): void {
    if (after === null) {
      void this.readStatus();
    } else {
      this.saves += 1;
      this.mustRead ||= this.reading !== null;
      this.lastRead = after;
      this.tell(after);
    }
    // The screen's questions come first, and saves of a burst share a run.
    this.cancelWaking ??= this.ports.clock.after(wakeSoonMs, () => {
      this.cancelWaking = null;
      if (this.isStarted) void this.runner.wake();
    });
  }

  /** Debounced: a read at every change of a burst would delay all tabs' saves. */
  private readonly readSoon = (): void => {
    this.cancelReading ??= this.ports.clock.after(readSoonMs, () => {
      this.cancelReading = null;
      if (this.isStarted) void this.readStatus();
    });
  };

  /** One read at a time; a change during it causes one more. */
  private readonly readStatus = (): Promise<void> => {
    this.mustRead = true;
    this.reading ??= this.survivingStorage(async () => {
      try {
        while (this.mustRead) {
          this.mustRead = false;
          const { saves } = this;
          const now = await this.ports.store.outbox(this.organizationId);
          if (saves !== this.saves) continue;
          this.lastRead = now;
          this.tell(now);
        }
      } finally {
        // Even if a listener threw: the chip must go on.
        this.reading = null;
      }
    });
    return this.reading;
  };

  /** The link's state without reading the disk. */
  private showLink(): void {
    if (this.lastRead) this.tell(this.lastRead);
  }

  private tell(now: OutboxNow): void {
    const { reach, sending, mustUpdate, news, skewMs } = this.runner;
    this.current = statusOf(now, { reach, sending, mustUpdate, ...news, skewMs });
    for (const listener of this.listeners) listener();
  }

  /** One at a time, so that nothing is told twice. */
  private readonly tellDismissed = (): Promise<void> => {
    this.telling ??= this.survivingStorage(this.errands.tellDismissed).finally(() => {
      this.telling = null;
    });
    return this.telling;
  };

  private readonly tellKey = (): Promise<void> =>
    this.survivingStorage(async () => {
      if (await this.errands.tellKey()) await this.runner.wake();
    });

  readonly canBeLeft = async (): Promise<boolean> => {
    let isHeld = false;
    await this.survivingStorage(async () => {
      isHeld = await this.errands.holdKey();
    });
    return isHeld;
  };

  /** A failing disk is retried at the next tick; saved data are not affected. */
  private async survivingStorage(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown;
    }
  }

  /** A try triggered by a hint or the person. */
  private async go(withSignIn: boolean): Promise<void> {
    await this.survivingStorage(async () => {
      const { store, clock } = this.ports;
      await changeIfNeeded(store, this.organizationId, (now) => sendNow(now, clock.now(), true, withSignIn));
    });
    if (this.isStarted) await this.runner.wake();
  }

  private onHint(hint: Hint): void {
    if (hint === 'hidden') return;
    if (hint === 'offline') {
      // Only a hint: the next call tells.
      void this.survivingStorage(() => this.runner.wake());
      return;
    }
    this.runner.reset();
    void this.go(hint === 'signed-in').then(async () => {
      if (this.isStarted) await this.lane.wake(true);
    });
  }

  private onLive(message: unknown): Promise<void> {
    return this.survivingStorage(async () => {
      const outcome = await applyLive(this.ports.store, this.organizationId, message);
      if (outcome === 'pull' && this.isStarted) await this.livePulls.ask();
    });
  }

  private readonly tick = (): void => {
    const { clock, hints } = this.ports;
    const { waiting, ready, isBehind } = this.current;
    const hasWork = waiting > 0 || !ready || isBehind;
    if (hints.isVisible() && (hasWork || Math.abs(clock.now() - this.lastTickAt) >= quietPullEveryMs)) {
      this.lastTickAt = clock.now();
      void this.survivingStorage(() => this.watchOver());
    }
    this.cancelTick = clock.after(constants.drainEveryMs, this.tick);
  };

  private async watchOver(): Promise<void> {
    const now = await this.ports.store.outbox(this.organizationId);
    if (this.runner.isHung() || isStuck(now, this.runner.reach, this.ports.clock.now())) this.runner.startOver();
    else await this.runner.wake();
  }
}
