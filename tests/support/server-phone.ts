import { randomUUID } from 'node:crypto';
import { headersOf } from '../../src/app/net/http.ts';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import { openMemoryStore } from './memory-store.ts';
import { deviceKeyOf, type DeviceKeyRow } from '../../src/app/store/device-key.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import { openFarm } from '../../src/app/sync/engine/engine.ts';
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

/** A form as the server's edge hands it over: its fields, and its files with their bytes. */
async function edgeBody(body: unknown): Promise<unknown> {
  if (!(body instanceof FormData)) return body;
  const files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  const fields: Record<string, unknown> = {};
  for (const [name, value] of body)
    if (value instanceof File) files.push({ name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
    else fields[name] = value;
  return { ...fields, files };
}

const noSignal: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'no signal' };

/** What a test brings to a phone: a disk that outlives its app, and a word in every call. */
interface Own {
  readonly store?: FarmStore;
  /** Its browser has no keys, as on a page over plain http. */
  readonly cannotSign?: boolean;
  /** Sees every call, and answers in the server's place where it gives a reply. */
  readonly onCall?: (request: Call) => Reply | null;
}

/** Opens the app of a person of the test's farm on a phone of his own. */
export function openServerPhone(server: TestServer, who: PersonName, own: Own = {}): ServerPhone {
  const link = { isUp: true };
  const open = new Set<Promise<Reply>>();
  const call: ServerPhone['call'] = async (request) => {
    const reply = answer(request);
    open.add(reply);
    return reply.finally(() => open.delete(reply));
  };
  const answer: ServerPhone['call'] = async (request) => {
    if (!link.isUp) return noSignal;
    const instead = own.onCall?.(request);
    if (instead) return instead;
    const { method, path, query, body } = request;
    const address = query ? `${path}?${new URLSearchParams(query).toString()}` : path;
    return asReply(await server.as(who, method, address, await edgeBody(body), headersOf(request)));
  };
  let key: DeviceKeyRow | null = null;
  const keyRows = {
    readKey: async () => key,
    keepKey: async (row: DeviceKeyRow) => Promise.resolve((key ??= row)),
  };
  const farm = openFarm(
    {
      signer: (userId) => (own.cannotSign === true ? Promise.resolve(null) : deviceKeyOf(keyRows, userId)),
      store: own.store ?? openMemoryStore(),
      net: { call },
      clock: { now: () => server.clock.now, after: () => () => undefined },
      locks: {
        run: async (_name, _steal, task) => {
          await task();
          return true;
        },
      },
      random: { fraction: () => 0.5, key: () => randomUUID(), entityId: () => randomUUID() },
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
      // What a round leaves behind must not be answered at a later hour: the link would count as fresh.
      do {
        await Promise.allSettled(open);
        await new Promise((resolve) => setTimeout(resolve));
      } while (open.size > 0);
    },
  };
}
