import type { Change } from '../../../src/contract/endpoints/sync.ts';
import { clock } from '../../../src/app/device.ts';
import type { FarmStore } from '../../../src/app/store/store.ts';
import type { FarmNet } from '../../../src/app/sync/ports.ts';
import { pull } from '../../../src/app/sync/pull/pull.ts';

/** What came of a backlog. */
export interface Backlog {
  /** How long the saves took that were made meanwhile, in milliseconds. */
  readonly times: readonly number[];
  /** The most movements that one transaction wrote. */
  readonly mostRows: number;
}

const rowsOf = new WeakMap<IDBTransaction, number>();
let mostRows = 0;
/** Listens to what is written among movements; what the store does stays its own. */
IDBObjectStore.prototype.put = new Proxy(Reflect.get(IDBObjectStore.prototype, 'put') as () => IDBRequest, {
  apply: (put, store: IDBObjectStore, asked: []) => {
    if (store.name === 'movements') {
      const rows = (rowsOf.get(store.transaction) ?? 0) + 1;
      rowsOf.set(store.transaction, rows);
      mostRows = Math.max(mostRows, rows);
    }
    return Reflect.apply(put, store, asked);
  },
});

/** A feed that has so many rows more than the phone: its answers are read as text, as those of a server. */
function feedOf(
  changes: readonly Change[],
  { epoch, first }: { readonly epoch: string; readonly first: number },
): FarmNet {
  const rowsInPage = 500;
  const pages = Array.from({ length: Math.ceil(changes.length / rowsInPage) }, (_, index) => {
    const from = first + index * rowsInPage;
    const part = changes.slice(from - first, from - first + rowsInPage);
    const to = from + part.length;
    const more = to - first < changes.length;
    return JSON.stringify({ ok: true, epoch, from, to, more, changes: part, server_time: '', acks: [] });
  });
  const nothing = (from: number): string =>
    JSON.stringify({ ok: true, epoch, from, to: from, more: false, changes: [], server_time: '', acks: [] });
  return {
    call: async ({ query }) => {
      const since = Number(query?.['since'] ?? 0);
      const answered = new Response(pages[(since - first) / rowsInPage] ?? nothing(since));
      const marks = { seq: null, epoch, replayed: false, serverTimeMs: null };
      return { outcome: 'answer', status: 200, body: await answered.json(), marks };
    },
  };
}

/** Fetches a backlog as the app does, with `save` made again and again until it is in. */
export async function takeBacklog(
  store: FarmStore,
  organizationId: string,
  changes: readonly Change[],
  save: () => Promise<number>,
): Promise<Backlog> {
  const { sync } = await store.outbox(organizationId);
  const from = { epoch: sync.epoch ?? '', first: sync.cursor ?? 0 };
  mostRows = 0;
  const ports = { store, net: feedOf(changes, from), clock, organizationId, onReply: () => undefined };
  const under = { isOver: false };
  const pulling = pull({ ...ports, isCurrent: () => true }).finally(() => {
    under.isOver = true;
  });
  const times: number[] = [];
  while (!under.isOver) times.push(await save());
  const ended = await pulling;
  if (ended !== 'done') throw new Error(`The backlog ended with ${ended}`);
  const { cursor } = (await store.outbox(organizationId)).sync;
  if (cursor !== from.first + changes.length) throw new Error(`The phone stands at ${cursor}`);
  return { times, mostRows };
}
