import { randomUUID } from 'node:crypto';
import type { Reply } from '../../src/app/net/reply.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../../src/app/store/memory-disk.ts';
import { openFarm } from '../../src/app/sync/engine.ts';
import type { Farm } from '../../src/app/sync/farm.ts';
import type { PersonName, TestServer } from './server.ts';
import { asReply } from './sim/core-farm.ts';

/** A phone that talks to the whole server of a test. */
export interface ServerPhone {
  readonly farm: Farm;
  /** No signal while false. */
  readonly link: { isUp: boolean };
  /** The signal is there: everything goes up, and what is new comes down. */
  readonly meet: () => Promise<void>;
}

const noSignal: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'no signal' };

/** Opens the app of a person of the test's farm on a phone of his own. */
export function openServerPhone(server: TestServer, who: PersonName): ServerPhone {
  const link = { isUp: true };
  const farm = openFarm(
    {
      store: openFarmStore(openMemoryDisk()),
      net: {
        call: async ({ method, path, query, body, idempotencyKey }) => {
          if (!link.isUp) return noSignal;
          const address = query ? `${path}?${new URLSearchParams(query).toString()}` : path;
          const headers: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
          return asReply(await server.as(who, method, address, body, headers));
        },
      },
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
    meet: async () => {
      link.isUp = true;
      server.clock.now += 60_000;
      await farm.acts.sendNow();
    },
  };
}
