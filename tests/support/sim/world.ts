import { seeded } from './random.ts';

/** Someone whose steps can end at any moment: a tab. What it was doing when it died never comes back. */
export interface Owner {
  isAlive: boolean;
}

interface Step {
  readonly owner: Owner | null;
  readonly run: () => Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly owner: Owner;
  readonly run: () => void;
}

const microtasks = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/**
 * Time and order, in the hand of a seed. Every call through a port is a step that waits here; the seed picks which goes next, so
 * every await of a port is a point where something else can happen, and where a tab can die (offline.md §3.4).
 */
export class World {
  now = Date.parse('2026-11-21T12:00:00.000Z');
  steps = 0;
  readonly random: () => number;
  private ready: Step[] = [];
  private timers: Timer[] = [];

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  readonly happens = (share: number): boolean => this.random() < share;
  readonly pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(this.random() * list.length)];

  /** Something to happen some time, unless its owner dies before. */
  enqueue(owner: Owner | null, run: () => Promise<void>): void {
    this.ready.push({ owner, run });
  }

  /** A call through a port: waits its turn, happens, and its answer waits its turn again. */
  call<T>(owner: Owner, action: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.enqueue(owner, async () => {
        const outcome = await action().then(
          (value) => () => {
            resolve(value);
          },
          (error: unknown) => () => {
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
        this.enqueue(owner, () => {
          outcome();
          return Promise.resolve();
        });
      });
    });
  }

  after(owner: Owner, ms: number, run: () => void): () => void {
    const timer = { at: this.now + ms, owner, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** One step, chosen by chance; with nothing to do, time goes on to the next timer. False when nothing is left before `until`. */
  async step(until: number): Promise<boolean> {
    this.ready = this.ready.filter(({ owner }) => owner === null || owner.isAlive);
    const chosen = this.ready.splice(Math.floor(this.random() * this.ready.length), 1)[0];
    if (chosen) {
      this.steps += 1;
      await chosen.run();
      await microtasks();
      return true;
    }
    this.timers = this.timers.filter(({ owner }) => owner.isAlive);
    const next = this.timers.toSorted((a, b) => a.at - b.at)[0];
    if (!next || next.at > until) return false;
    this.timers = this.timers.filter((timer) => timer !== next);
    this.now = Math.max(this.now, next.at);
    next.run();
    await microtasks();
    return true;
  }
}
