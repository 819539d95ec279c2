import { openMemoryStore } from './memory-store.ts';
import { randomUUID } from 'node:crypto';
import type { Reply } from '../../src/app/net/reply.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import { openFarm } from '../../src/app/sync/engine/engine.ts';
import type { Farm } from '../../src/app/sync/farm.ts';
import type { Clock, Hint } from '../../src/app/sync/ports.ts';
import { type FieldCall, type FieldPort, type FieldServer, openFieldServer } from './field-server.ts';

/** A clock that the test turns. */
export class HandClock implements Clock {
  private timers: { readonly at: number; readonly run: () => void }[] = [];
  private time = Date.parse('2026-11-21T12:00:00.000Z');
  private setBackMs = 0;
  private readonly underWay = new Set<Promise<unknown>>();
  readonly now = (): number => this.time;
  /** The server's clock, which is right whatever is done to the phones'. */
  readonly right = (): number => this.time + this.setBackMs;
  /** Something that takes no time on this clock, and that time waits for: a call to the server. */
  readonly during = async <T>(task: Promise<T>): Promise<T> => {
    this.underWay.add(task);
    try {
      return await task;
    } finally {
      this.underWay.delete(task);
    }
  };
  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };
  /** The person sets the phone's clock right: what was planned still comes after as long as before. */
  setBack(ms: number): void {
    this.time -= ms;
    this.setBackMs += ms;
    this.timers = this.timers.map((timer) => ({ ...timer, at: timer.at - ms }));
  }
  /** Lets so much time pass, and everything happen that falls due. */
  async pass(ms: number): Promise<void> {
    const until = this.time + ms;
    await this.settled();
    for (;;) {
      const [next] = this.timers.filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.timers = this.timers.filter((other) => other !== next);
      this.time = Math.max(this.time, next.at);
      next.run();
      await this.settled();
    }
    this.time = until;
  }
  /** Waits until nothing moves that needs no time: what is not in memory here is a call, and those are waited for. */
  private async settled(): Promise<void> {
    for (let quiet = 0; quiet < 20; quiet += 1) {
      if (this.underWay.size > 0) quiet = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** 'hangs': a call that never ends, in whatever lies between the app and the wire; 'writes-hang': only those that write. */
export type Fault =
  | 'none'
  | 'no-signal'
  | 'answer-lost'
  | 'hangs'
  | 'writes-hang'
  | ((request: FieldCall) => Reply | null | Promise<Reply | null>);

const neverEnding = (): Promise<Reply> => new Promise(() => undefined);
const unreachable: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'no signal' };

/** One phone of one person: its disk outlives its app. */
export class Phone {
  fault: Fault = 'none';
  /** Another tab holds the outbox and does not let go. */
  isLockHeld = false;
  /** How far the server's clock is ahead of this phone's; null where its answers do not tell. */
  serverAheadMs: number | null = null;
  readonly store: FarmStore;
  farm: Farm;
  private hearers = new Set<(hint: Hint) => void>();
  readonly server: FieldPort;
  readonly clock: HandClock;
  readonly userId: string;

  constructor(server: FieldPort, clock: HandClock, userId: string, store = openMemoryStore()) {
    this.server = server;
    this.clock = clock;
    this.userId = userId;
    this.store = store;
    this.farm = this.open();
  }

  private open(): Farm {
    const { server, clock, userId } = this;
    return openFarm(
      {
        store: this.store,
        net: { call: (request) => (this.isHanging(request) ? neverEnding() : clock.during(this.call(request))) },
        clock,
        locks: { run: (_name, steal, task) => this.locked(steal, task) },
        random: { fraction: () => 0.5, key: () => randomUUID(), entityId: () => randomUUID() },
        hints: {
          isVisible: () => true,
          isConnected: () => this.fault === 'none',
          subscribe: (hear) => {
            this.hearers.add(hear);
            return () => this.hearers.delete(hear);
          },
        },
        live: {
          subscribe: (hear) => {
            const listener = (message: unknown): void => {
              if (this.fault === 'none') hear(message);
            };
            server.listeners.add(listener);
            return () => server.listeners.delete(listener);
          },
        },
        deviceId: `device-${userId}`,
        appBuild: 'test',
      },
      server.organizationId,
      userId,
    );
  }

  private isHanging({ method }: FieldCall): boolean {
    return this.fault === 'hangs' || (this.fault === 'writes-hang' && method !== 'GET');
  }

  private async locked(steal: boolean, task: () => Promise<void>): Promise<boolean> {
    if (this.isLockHeld && !steal) return false;
    await task();
    return true;
  }

  private async call(request: FieldCall): Promise<Reply> {
    if (this.fault === 'no-signal') return unreachable;
    if (typeof this.fault === 'function') {
      const instead = await this.fault(request);
      if (instead) return instead;
    }
    const reply = await this.server.call(structuredClone(request), this.userId);
    if (reply.outcome === 'unreachable' || (this.fault === 'answer-lost' && request.method !== 'GET'))
      return unreachable;
    const serverTimeMs = this.serverAheadMs === null ? null : this.clock.now() + this.serverAheadMs;
    return { ...reply, marks: { ...reply.marks, serverTimeMs } };
  }

  /** The app is opened and the farm loaded. */
  async start(): Promise<this> {
    this.farm.start();
    await this.clock.pass(1_000);
    return this;
  }

  /** The app is killed and opened again on the same disk. */
  async restart(): Promise<void> {
    this.farm.stop();
    this.farm = this.open();
    await this.start();
  }

  hint(hint: Hint): void {
    for (const hear of this.hearers) hear(hint);
  }

  /** The signal is back, and the phone notices. */
  async reconnect(): Promise<void> {
    this.fault = 'none';
    this.hint('online');
    await this.clock.pass(60_000);
  }
}

/** A farm with its server and two phones: Ana's and Beto's. */
export async function openField(): Promise<{ server: FieldServer; clock: HandClock; ana: Phone; beto: Phone }> {
  const clock = new HandClock();
  const server = await openFieldServer(clock);
  const ana = await new Phone(server, clock, 'ana').start();
  const beto = await new Phone(server, clock, 'beto').start();
  return { server, clock, ana, beto };
}
