import type { Change } from '../../../src/contract/endpoints/sync.ts';
import type { Reply, Request } from '../../../src/app/net/reply.ts';
import type { FarmStore } from '../../../src/app/store/store.ts';
import { openFarm } from '../../../src/app/sync/engine/engine.ts';
import type { Farm } from '../../../src/app/sync/farm.ts';
import type { Hint, Random } from '../../../src/app/sync/ports.ts';
import type { Mutation } from './bugs.ts';
import type { Faults } from './faults.ts';
import type { SimFarm } from './sim-farm.ts';
import { mutatedStore } from './store-bugs.ts';
import type { Owner, World } from './world.ts';

export interface Tab extends Owner {
  readonly farm: Farm;
  readonly hint: (hint: Hint) => void;
}

const unreachable: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'dropped' };

/** A UUID out of the seed. */
export function uuidFrom(random: () => number, version: 4 | 7): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16));
  hex[12] = String(version);
  hex[16] = '8';
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

/** Methods after which other tabs have something to hear. */
const writing: ReadonlySet<keyof FarmStore> = new Set<keyof FarmStore>([
  'changeOutbox',
  'applyPage',
  'stage',
  'settle',
  'applyWhole',
  'dropWhole',
  'applyRows',
]);

export interface DeviceParts {
  readonly world: World;
  readonly server: SimFarm;
  readonly faults: Faults;
  readonly bug: Mutation | null;
  readonly userId: string;
  readonly deviceId: string;
  readonly store: FarmStore;
}

/** A phone: a disk that survives, tabs that do not, and a link with faults. */
export class Device {
  tabs: Tab[] = [];
  /** Counts the writes on its disk: between two of them no screen can show anything else. */
  writes = 0;
  /** The server has asked for patience. */
  isMadeToWait = false;
  /** Calls that still die because the server does. */
  private downFor = 0;
  /** Of the last answer. */
  private epoch: string | null = null;
  private lockOf = new Map<string, Owner>();
  private readonly watchers = new Set<() => void>();
  readonly parts: DeviceParts;

  constructor(parts: DeviceParts) {
    this.parts = parts;
  }

  openTab(): Tab {
    const { world, userId, deviceId } = this.parts;
    const owner = { isAlive: true };
    const hearers = new Set<(hint: Hint) => void>();
    const random: Random = {
      fraction: world.random,
      key: () => uuidFrom(world.random, 4),
      entityId: () => uuidFrom(world.random, 7),
    };
    const farm = openFarm(
      {
        store: this.storeFor(owner),
        net: { call: (request) => this.send(owner, request) },
        clock: { now: () => world.now, after: (ms, run) => world.after(owner, ms, run) },
        locks: { run: (name, steal, task) => this.locked(owner, name, steal, task) },
        random,
        hints: {
          isVisible: () => true,
          isConnected: () => true,
          subscribe: (hear) => {
            hearers.add(hear);
            return () => hearers.delete(hear);
          },
        },
        live: { subscribe: (hear) => this.listen(owner, hear) },
        deviceId,
        appBuild: 'simulation',
      },
      this.parts.server.organizationId,
      userId,
    );
    const tab: Tab = Object.assign(owner, {
      farm,
      hint: (hint: Hint): void => {
        for (const hear of hearers) hear(hint);
      },
    });
    this.tabs.push(tab);
    farm.start();
    return tab;
  }

  heal(): void {
    this.downFor = 0;
  }

  /** The tab is gone between two steps: memory lost, disk kept, its lock let go by the browser. */
  crash(tab: Tab): void {
    tab.isAlive = false;
    this.tabs = this.tabs.filter((other) => other !== tab);
  }

  /** Every call of the store is a step; what other tabs hear of it comes by the seed too, never by the machine's own pace. */
  private storeFor(owner: Owner): FarmStore {
    const { world, store, bug } = this.parts;
    const stepped = Object.fromEntries(
      (Object.entries(store) as [keyof FarmStore, (...all: readonly unknown[]) => Promise<unknown>][]).map(
        ([name, method]) => [
          name,
          (...args: readonly unknown[]) =>
            world.call(owner, async () => {
              const result = await method(...args);
              if (writing.has(name)) {
                this.writes += 1;
                for (const tell of this.watchers) tell();
              }
              return result;
            }),
        ],
      ),
    ) as unknown as FarmStore;
    return {
      ...stepped,
      watch: (_organization, listener) => {
        const tell = (): void => {
          world.enqueue(owner, async () => {
            listener();
          });
        };
        this.watchers.add(tell);
        return () => this.watchers.delete(tell);
      },
      ...mutatedStore(stepped, bug),
    };
  }

  private async locked(owner: Owner, name: string, steal: boolean, task: () => Promise<void>): Promise<boolean> {
    const { bug } = this.parts;
    const holder = bug === 'no-lock' || bug === 'no-lock-no-ledger' ? undefined : this.lockOf.get(name);
    if (holder?.isAlive && !steal) return false;
    this.lockOf.set(name, owner);
    try {
      await task();
    } finally {
      if (this.lockOf.get(name) === owner) this.lockOf.delete(name);
    }
    return true;
  }

  private listen(owner: Owner, hear: (message: unknown) => void): () => void {
    const { world, server, faults } = this.parts;
    const listener = (message: unknown): void => {
      if (world.happens(faults.eventDropped)) return;
      const times = world.happens(faults.eventTwice) ? 2 : 1;
      for (let time = 0; time < times; time += 1) {
        world.enqueue(owner, async () => {
          if (this.parts.bug !== 'blind-event') hear(message);
          // It may die of it.
          else
            await this.applyBlindly(message).catch((thrown: unknown) => {
              if (owner.isAlive) throw thrown;
            });
        });
      }
    };
    server.listeners.add(listener);
    return () => server.listeners.delete(listener);
  }

  /** What the message brings goes in as it is, and the cursor with it. */
  private async applyBlindly(message: unknown): Promise<void> {
    const { store, server, world } = this.parts;
    const { seq, epoch } = message as { readonly seq: number; readonly epoch: string };
    const { sync } = await store.outbox(server.organizationId);
    if (sync.cursor === null) return;
    const commit = {
      method: 'GET',
      path: `/api/sync/${server.organizationId}`,
      query: { since: String(seq - 1) },
    } as const;
    const reply = await server.call(commit, this.parts.userId);
    const { changes = [] } = (reply.outcome === 'answer' ? reply.body : {}) as { readonly changes?: readonly Change[] };
    const at = new Date(world.now).toISOString();
    const page = { epoch, from: sync.cursor, to: seq, more: false, changes, acks: [], reported: new Set<string>(), at };
    await store.applyPage(server.organizationId, page);
    this.writes += 1;
    for (const tell of this.watchers) tell();
  }

  /** Any answer is taken for success, as a queue without proof of persistence does. */
  private portal(): Reply {
    const marks = { seq: 0, epoch: this.epoch, replayed: false, serverTimeMs: null };
    return { outcome: 'answer', status: 200, body: { ok: true }, marks };
  }

  /** A call over a bad link: lost on the way, answered in vain, or delivered twice, now or much later. */
  private send(owner: Owner, request: Omit<Request, 'token'>): Promise<Reply> {
    const { world, server, faults, userId, bug } = this.parts;
    const wire = structuredClone(bug === 'no-key' ? underNewKeys(request, () => uuidFrom(world.random, 4)) : request);
    return world.call(owner, async () => {
      if (this.downFor === 0 && world.happens(faults.serverCrash)) this.downFor = 4;
      if (this.downFor > 0) {
        this.downFor -= 1;
        if (world.happens(0.4)) await server.call(wire, userId);
        return unreachable;
      }
      if (world.happens(faults.requestDropped)) {
        return bug === 'any-answer' && world.happens(0.5) ? this.portal() : unreachable;
      }
      const isWrite = request.method !== 'GET';
      const reply = await server.call(wire, userId);
      if (reply.outcome === 'answer') this.epoch = reply.marks.epoch ?? this.epoch;
      if (reply.outcome === 'refused' && reply.problem.code === 'RATE_LIMITED') this.isMadeToWait = true;
      if (isWrite && world.happens(faults.deliveredTwice)) {
        world.enqueue(null, async () => {
          await server.call(wire, userId);
        });
      }
      return world.happens(faults.answerLost) ? unreachable : reply;
    });
  }
}

/** Every try under a key of its own. */
function underNewKeys(request: Omit<Request, 'token'>, newKey: () => string): Omit<Request, 'token'> {
  const { operations } = (request.body ?? {}) as { readonly operations?: readonly object[] };
  if (operations)
    return {
      ...request,
      body: { ...(request.body as object), operations: operations.map((one) => ({ ...one, key: newKey() })) },
    };
  return request.idempotencyKey === undefined ? request : { ...request, idempotencyKey: newKey() };
}
