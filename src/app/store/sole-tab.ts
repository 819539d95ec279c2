import { livingTabs } from './journal-file.ts';

/**
 * Whether this tab alone can write to a person's database: then what it has read and written is what the disk has, and questions need no
 * trip there (decision 0068). Nothing that is saved depends on it: every write reads what it needs in its own transaction.
 */
export interface SoleTab {
  /** The same object while no other tab can write; null where one may. */
  readonly period: () => object | null;
  /** Begins a write: what it must wait for, or null. `end` follows it. */
  readonly begin: () => Promise<void> | null;
  readonly end: () => void;
  readonly close: () => void;
}

/** Where tabs cannot tell. */
export const neverSole: SoleTab = {
  period: () => null,
  begin: () => null,
  end: () => undefined,
  close: () => undefined,
};

export interface TabPorts {
  readonly locks: Pick<LockManager, 'request' | 'query'>;
  /** Of the person's tabs; tells no tab of its own messages. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;
  readonly isVisible: () => boolean;
  /** Calls back when the page is shown, hidden, or comes back from the browser's cache; gives how to end that. */
  readonly onShown: (listener: () => void) => () => void;
  /** Whether a tab is open whose app knows nothing of all this. */
  readonly hasOlderTab: () => Promise<boolean>;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** A tab that does not answer in this time hangs: its lock is stolen. */
const patienceMs = 1_000;
/** A save waits no longer, whatever the locks do. */
const longestWaitMs = 3_000;
const firstLookMs = 1_000;
const lastLookMs = 60_000;

interface Held {
  readonly release: () => Promise<void>;
}

/**
 * Every tab that writes holds one lock: a visible one alone, exclusively; several share it. Who comes second asks the first to share. A
 * hidden tab shares, for browsers freeze it.
 */
export class LockedTab implements SoleTab {
  private readonly name: string;
  private readonly ports: TabPorts;
  private sole: object | null = null;
  private held: Held | null = null;
  private writes = 0;
  private whenWritten: (() => void)[] = [];
  /** What writes wait for while the lock changes hands. */
  private gate: Promise<void> | null = null;
  private turning: Promise<void> | null = null;
  /** Counts what happened, so that a turn sees what came meanwhile. */
  private events = 0;
  private isAsked = false;
  private lookMs = firstLookMs;
  private stopLooking: () => void = () => undefined;
  private readonly stopWatching: () => void;
  private isClosed = false;

  constructor(name: string, ports: TabPorts) {
    this.name = name;
    this.ports = ports;
    ports.channel.addEventListener('message', () => {
      if (this.sole === null && this.turning === null) return;
      this.isAsked = true;
      this.turn();
    });
    this.stopWatching = ports.onShown(() => {
      this.isAsked = false;
      this.lookMs = firstLookMs;
      this.turn();
    });
    this.turn();
  }

  readonly period = (): object | null => (this.ports.isVisible() ? this.sole : null);

  readonly begin = (): Promise<void> | null => {
    if (this.gate) return this.gate.then(() => this.begin() ?? undefined);
    this.writes += 1;
    return null;
  };

  readonly end = (): void => {
    this.writes -= 1;
    if (this.writes > 0) return;
    for (const told of this.whenWritten.splice(0)) told();
  };

  readonly close = (): void => {
    this.isClosed = true;
    this.sole = null;
    this.stopLooking();
    this.stopWatching();
    this.ports.channel.close();
    void this.written().then(() => this.held?.release());
  };

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.ports.after(ms, resolve));
  }

  private written(): Promise<void> {
    return this.writes === 0 ? Promise.resolve() : new Promise((resolve) => this.whenWritten.push(resolve));
  }

  private turn(): void {
    this.sole = null;
    this.events += 1;
    if (this.turning || this.isClosed) return;
    this.stopLooking();
    const turning = this.turnAll().then(() => {
      this.turning = null;
    });
    const gate = Promise.race([turning, this.wait(longestWaitMs)]).then(() => {
      if (this.gate === gate) this.gate = null;
    });
    [this.turning, this.gate] = [turning, gate];
  }

  /** Never fails: a lock that cannot be had stops no save. */
  private async turnAll(): Promise<void> {
    for (let seen = -1; seen !== this.events && !this.isClosed;) {
      seen = this.events;
      await this.written();
      try {
        await this.held?.release();
        this.held = null;
        await this.take(seen);
      } catch {
        this.held = null;
      }
    }
    if (this.sole === null) this.lookLater();
    if (this.isClosed) await this.held?.release();
  }

  private async take(seen: number): Promise<void> {
    if (this.ports.isVisible() && !this.isAsked) {
      const lock = await this.hold({ ifAvailable: true });
      if (lock && !(await this.ports.hasOlderTab())) {
        this.held = lock;
        if (seen === this.events) this.sole = {};
        return;
      }
      await lock?.release();
    }
    this.held = await this.share();
  }

  private async share(): Promise<Held | null> {
    const patience = new AbortController();
    const stop = this.ports.after(patienceMs, () => patience.abort());
    try {
      const coming = this.hold({ mode: 'shared', signal: patience.signal });
      this.ports.channel.postMessage('arrived');
      return await coming;
    } catch (thrown) {
      if (!patience.signal.aborted) throw thrown;
    } finally {
      stop();
    }
    const stolen = await this.hold({ steal: true });
    await stolen?.release();
    return await this.hold({ mode: 'shared' });
  }

  /** Null: not free, where only a free one was wanted. */
  private hold(options: LockOptions): Promise<Held | null> {
    return new Promise((resolve, reject) => {
      let isMine = false;
      const over = this.ports.locks.request(this.name, options, (lock) => {
        if (lock === null) return resolve(null);
        isMine = true;
        return new Promise<void>((end) => {
          const release = async (): Promise<void> => {
            isMine = false;
            end();
            // WebKit drops the locks of a page that rests, and says nothing.
            await Promise.race([over.catch(() => undefined), this.wait(patienceMs)]);
          };
          resolve({ release });
        });
      });
      over.catch((thrown: unknown) => {
        reject(thrown);
        if (!isMine) return;
        // Stolen: this tab hung.
        this.held = null;
        this.isAsked = true;
        this.turn();
      });
    });
  }

  /** The other tab may be gone: nobody says so. */
  private lookLater(): void {
    this.stopLooking();
    if (this.isClosed || !this.ports.isVisible()) return;
    this.stopLooking = this.ports.after(this.lookMs, () => void this.look());
    this.lookMs = Math.min(2 * this.lookMs, lastLookMs);
  }

  private async look(): Promise<void> {
    const { held = [] } = await this.ports.locks.query().catch((): LockManagerSnapshot => ({}));
    if (this.turning || this.isClosed) return;
    if (held.filter(({ name }) => name === this.name).length > 1) return this.lookLater();
    this.isAsked = false;
    this.turn();
  }
}

/** Of a person's tabs in this browser. `tab`: of its journal. */
export function openSoleTab(userId: string, tab: string): SoleTab {
  if (typeof navigator === 'undefined' || !('locks' in navigator) || typeof BroadcastChannel === 'undefined')
    return neverSole;
  const name = `solo:${userId}`;
  const { locks } = navigator;
  return new LockedTab(name, {
    locks,
    channel: new BroadcastChannel(name),
    isVisible: () => document.visibilityState === 'visible',
    onShown: (listener) => {
      const again = ({ persisted }: PageTransitionEvent): void => {
        if (persisted) listener();
      };
      document.addEventListener('visibilitychange', listener);
      window.addEventListener('pageshow', again);
      return () => {
        document.removeEventListener('visibilitychange', listener);
        window.removeEventListener('pageshow', again);
      };
    },
    hasOlderTab: async () => (await livingTabs(userId)).some((other) => other !== tab),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
}
