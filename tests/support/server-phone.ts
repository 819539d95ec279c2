import { randomUUID } from 'node:crypto';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../../src/app/store/memory-disk.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import { openFarm } from '../../src/app/sync/engine.ts';
import type { Farm } from '../../src/app/sync/farm.ts';
import type { PersonName, TestServer } from './server.ts';
import { asReply } from './sim/core-farm.ts';

type Call = Omit<Request, 'token'>;

/** A phone that talks to the whole server of a test. */
export interface ServerPhone {
  readonly farm: Farm;
  /** No signal while false. */
  readonly link: { isUp: boolean };
  readonly call: (request: Call) => Promise<Reply>;
  /** The signal is there: everything goes up, and what is new comes down. */
  readonly meet: () => Promise<void>;
}

const noSignal: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'no signal' };

/** What a test brings to a phone: a disk that outlives its app, and a word in every call. */
interface Own {
  readonly store?: FarmStore;
  /** Sees every call, and answers in the server's place where it gives a reply. */
  readonly onCall?: (request: Call) => Reply | null;
}

/** Opens the app of a person of the test's farm on a phone of his own. */
export function openServerPhone(server: TestServer, who: PersonName, own: Own = {}): ServerPhone {
  const link = { isUp: true };
  const call: ServerPhone['call'] = async (request) => {
    if (!link.isUp) return noSignal;
    const instead = own.onCall?.(request);
    if (instead) return instead;
    const { method, path, query, body, idempotencyKey } = request;
    const address = query ? `${path}?${new URLSearchParams(query).toString()}` : path;
    const headers: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
    return asReply(await server.as(who, method, address, body, headers));
  };
  const farm = openFarm(
    {
      store: own.store ?? openFarmStore(openMemoryDisk()),
      net: { call },
      clock: { now: () => server.clock.now, after: () => () => undefined },
      locks: {
        run: async (_name, _steal, task) => {
          await task();
          return true;
        },
      },
      chance: { fraction: () => 0.5, key: () => randomUUID(), entityId: () => randomUUID() },
      hints: { isVisible: () => true, isConnected: () => link.isUp, subscribe: () => () => undefined },
      live: { subscribe: () => () => undefined },
      deviceId: `device-${who}`,
      appBuild: 'test',
    },
    server.organizationId,
    server.userIds[who],
  );
  return {
    farm,
    link,
    call,
    meet: async () => {
      link.isUp = true;
      server.clock.now += 60_000;
      await farm.acts.sendNow();
    },
  };
}
