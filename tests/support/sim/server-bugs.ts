import type { Kysely } from 'kysely';
import type { Change } from '../../../src/contract/endpoints/sync.ts';
import type { Reply, Request } from '../../../src/app/net/reply.ts';
import type { Database } from '../../../src/server/database/open.ts';
import type { Tables } from '../../../src/server/database/tables.ts';
import type { Mutation } from './bugs.ts';
import { Forgetful } from './forgetful-ledger.ts';
import type { FarmCall } from './sim-farm.ts';

/** What a bug of the server may look at. */
interface Visibility {
  readonly db: () => Kysely<Tables>;
  readonly organizationId: string;
}

type Around = (call: FarmCall, visibility: Visibility) => FarmCall;
type Call = Omit<Request, 'token'>;
type Body = Readonly<Record<string, unknown>>;

/** Ledgers that forget, around the database that the core is given. */
const ledgers: Readonly<Partial<Record<Mutation, () => Forgetful>>> = {
  'no-lock-no-ledger': () => new Forgetful(() => true),
  'short-ledger': () => new Forgetful((key, written) => !written.slice(-2).includes(key)),
  // Its twin has been written, but after the check of this one.
  'check-then-act': () => new Forgetful((key, written) => written.at(-1) === key),
};

/** The database as a bug leaves it; the core on top of it is the one that ships. */
export const aroundDatabase = (bug: Mutation | null): ((opened: Database) => Database) => {
  const ledger = bug && ledgers[bug]?.();
  if (!ledger) return (opened) => opened;
  return (opened) => ({ ...opened, all: opened.all.withPlugin(ledger), farm: opened.farm.withPlugin(ledger) });
};

const answering =
  (change: (body: Body, request: Call, visibility: Visibility) => Promise<Body>): Around =>
  (call, visibility) =>
  async (request, userId) => {
    const reply = await call(request, userId);
    const isPage = reply.outcome === 'answer' && Array.isArray((reply.body as Body)['acks']);
    return isPage ? { ...reply, body: await change(reply.body as Body, request, visibility) } : reply;
  };

const changesIn = (body: Body): readonly Change[] => body['changes'] as readonly Change[];

/** The changes of a page whose last commit a test picks. */
async function changesWhere(
  { db, organizationId }: Visibility,
  body: Body,
  isMeant: (seq: number) => boolean,
): Promise<readonly Change[]> {
  const last = await db()
    .selectFrom('changes')
    .select((select) => ['table_name', 'row_id', select.fn.max<number>('seq').as('seq')])
    .where('organization_id', '=', organizationId)
    .groupBy(['table_name', 'row_id'])
    .execute();
  const seqOf = new Map(last.map(({ table_name, row_id, seq }) => [`${table_name}|${row_id}`, seq]));
  return changesIn(body).filter(({ table, id }) => isMeant(seqOf.get(`${table}|${id}`) ?? 0));
}

/** Bugs of what stands between the core and the phones: a server that answers with less, or something else, than it knows. */
const wires: Readonly<Partial<Record<Mutation, Around>>> = {
  'split-commit': answering(async (body) => ({ ...body, changes: changesIn(body).slice(0, 3) })),
  'time-cursor': answering(async (body, { query }, visibility) => {
    const moment = Math.ceil(Number(query?.['since'] ?? 0) / 3) * 3;
    return { ...body, changes: await changesWhere(visibility, body, (seq) => seq > moment) };
  }),
  // Rows of an older snapshot than the acknowledgements: a copy of the database that lags behind.
  'acks-ahead': answering(async (body, _request, visibility) => {
    const [from, to] = [Number(body['from']), Number(body['to'])];
    if (to <= from || body['more'] === true) return body;
    return { ...body, digest: undefined, to: to - 1, changes: await changesWhere(visibility, body, (seq) => seq < to) };
  }),
  'keeps-its-epoch':
    (call, { db, organizationId }) =>
    async (request, userId) => {
      const { seq, epoch } = await db()
        .selectFrom('organizations')
        .select(['seq', 'epoch'])
        .where('id', '=', organizationId)
        .executeTakeFirstOrThrow();
      const query = Object.fromEntries(Object.entries(request.query ?? {}).filter(([name]) => name !== 'mark'));
      const isFeed = query['since'] !== undefined;
      const since = String(Math.min(Number(query['since']), seq));
      const asked = { ...request, said: undefined, ...(isFeed && { query: { ...query, since, epoch } }) };
      const reply = await call(asked, userId);
      const isPage = isFeed && reply.outcome === 'answer';
      return isPage ? { ...reply, body: { ...(reply.body as Body), from: Number(request.query?.['since']) } } : reply;
    },
  'ledger-apart':
    (call, { db, organizationId }) =>
    async (request, userId) => {
      const reply = await call(request, userId);
      const seq = reply.outcome === 'answer' ? reply.marks.seq : null;
      if (seq === null || seq % 3 !== 0) return reply;
      await db()
        .deleteFrom('operations')
        .where('scope', '=', organizationId)
        .where('key', '=', request.idempotencyKey ?? '')
        .execute();
      return died;
    },
  'absolute-counts': (call, visibility) => {
    const done = new Set<string>();
    return async (request, userId) => {
      const reply = await call(withoutTotals(request), userId);
      if (reply.outcome === 'answer') await writeTotals(visibility, request, done);
      return reply;
    };
  },
};

const died: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'died' };

/** The wire as a bug leaves it. */
export const aroundNet = (bug: Mutation | null, call: FarmCall, visibility: Visibility): FarmCall =>
  (bug && wires[bug]?.(call, visibility)) ?? call;

interface Operation {
  readonly key: string;
  readonly body?: Body;
}

const operationsIn = ({ body, idempotencyKey }: Call): readonly Operation[] => {
  const { operations } = (body ?? {}) as { readonly operations?: readonly Operation[] };
  return operations ?? (idempotencyKey === undefined ? [] : [{ key: idempotencyKey, body: body as Body }]);
};

function withoutTotals(request: Call): Call {
  const strip = (body: Body | undefined): Body | undefined =>
    body && Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'totals'));
  const { operations } = (request.body ?? {}) as { readonly operations?: readonly Operation[] };
  if (!operations) return request.body === undefined ? request : { ...request, body: strip(request.body as Body) };
  return { ...request, body: { operations: operations.map((one) => ({ ...one, body: strip(one.body) })) } };
}

/** The server writes how many animals the phone saw, in the place of how many more there are. */
async function writeTotals({ db, organizationId }: Visibility, request: Call, done: Set<string>): Promise<void> {
  for (const { key, body } of operationsIn(request)) {
    if (done.has(key)) continue;
    done.add(key);
    for (const [id, head] of Object.entries((body?.['totals'] ?? {}) as Readonly<Record<string, number>>)) {
      await db()
        .updateTable('cells')
        .set({ head })
        .where('organization_id', '=', organizationId)
        .where('cell_id', '=', id)
        .execute();
    }
  }
}
