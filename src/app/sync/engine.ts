import { constants } from '../../contract/constants.ts';
import { type FarmStore, StorageFailure } from '../store/store.ts';
import { openActs } from './acts.ts';
import type { Farm, SyncStatus } from './farm.ts';
import { applyLive } from './live.ts';
import { hurry } from './outbox.ts';
import type { Chance, Clock, FarmNet, Hint, Hints, LiveFeed, Locks } from './ports.ts';
import { openRunner } from './runner.ts';
import { statusOf, unknownStatus } from './status.ts';
import { openViews } from './view.ts';
import { isStuck } from './watchdog.ts';

/** The world, as the sync is given it. */
export interface FarmPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly locks: Locks;
  readonly chance: Chance;
  readonly hints: Hints;
  readonly live: LiveFeed;
  /** This device's own id, the same at every start (`FarmStore.keepOnce`). */
  readonly deviceId: string;
  readonly appBuild: string;
}

/** Without anything to send, the feed is asked this often while somebody looks: a live message can be lost. */
const quietPullEveryMs = 5 * 60_000;

/** Opens a farm on this device for the person who is signed in. Nothing runs until `start`; recording works without it. */
export function openFarm(ports: FarmPorts, organizationId: string, userId: string): Farm {
  const { store, clock, hints, live } = ports;
  const listeners = new Set<() => void>();
  const stops: (() => void)[] = [];
  let status: SyncStatus = unknownStatus;
  let isReading = false;
  let mustRead = false;
  let isStarted = false;
  let lastTickAt = -Infinity;

  const runner = openRunner({ ...ports, organizationId, userId, onChange: () => void readStatus() });
  const linkState = () => ({ reach: runner.reach(), sending: runner.sending() });

  /** One reading at a time; a change during it means one more. */
  async function readStatus(): Promise<void> {
    mustRead = true;
    if (isReading) return;
    isReading = true;
    try {
      while (mustRead) {
        mustRead = false;
        status = statusOf(await store.outbox(organizationId), linkState());
        for (const listener of listeners) listener();
      }
    } catch (thrown) {
      // The chip keeps what it last knew; the next change reads again.
      if (!(thrown instanceof StorageFailure)) throw thrown;
    } finally {
      isReading = false;
    }
  }

  /** A try that a sign or the person asks for; a disk that is away now is asked again at the next tick. */
  async function go(withSignIn: boolean): Promise<void> {
    try {
      await store.changeOutbox(organizationId, (now) => hurry(now, true, withSignIn));
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown;
    }
    if (isStarted) await runner.wake();
  }

  function onHint(hint: Hint): void {
    if (hint === 'hidden') return;
    runner.forgive();
    void go(hint === 'signed-in');
  }

  async function onLive(message: unknown): Promise<void> {
    try {
      if ((await applyLive(store, organizationId, message)) === 'pull' && isStarted) await runner.wake();
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown;
    }
  }

  function tick(): void {
    const now = clock.now();
    const hasWork = status.waiting > 0 || !status.ready;
    if (hints.isVisible() && (hasWork || now - lastTickAt >= quietPullEveryMs)) {
      lastTickAt = now;
      void watchOver();
    }
    stops[0] = clock.after(constants.drainEveryMs, tick);
  }

  async function watchOver(): Promise<void> {
    const { ops } = await store.outbox(organizationId);
    if (isStuck(ops, runner.reach(), clock.now())) runner.startOver();
    else await runner.wake();
  }

  return {
    organizationId,
    views: openViews(store, organizationId, clock),
    acts: openActs({
      store,
      recorder: {
        organizationId,
        userId,
        deviceId: ports.deviceId,
        appBuild: ports.appBuild,
        clock,
        chance: ports.chance,
        isLinkKnown: () => runner.isLinkFresh() || (runner.reach() === 'reachable' && hints.isConnected()),
      },
      afterSave: () => {
        void readStatus();
        // The hold ends by itself: the run at that moment finds the record ready.
        clock.after(constants.sendHoldMs, () => {
          if (isStarted) void runner.wake();
        });
      },
      sendAll: () => {
        runner.forgive();
        return runner.wake();
      },
    }),
    status: () => status,
    onStatus: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    saveDraft: (key, draft) => store.saveDraft(organizationId, key, draft),
    start: () => {
      if (isStarted) return;
      isStarted = true;
      stops.push(
        clock.after(constants.drainEveryMs, tick),
        hints.subscribe(onHint),
        live.subscribe((message) => void onLive(message)),
        store.watch(organizationId, () => void readStatus()),
      );
      void readStatus();
      void go(true);
    },
    stop: async () => {
      isStarted = false;
      for (const stop of stops.splice(0)) stop();
      await runner.stop();
    },
  };
}
