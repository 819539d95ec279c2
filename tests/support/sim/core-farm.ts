import { headers as headerNames } from '../../../src/contract/constants.ts';
import { headersOf } from '../../../src/app/net/http.ts';
import type { Reply } from '../../../src/app/net/reply.ts';
import { defaultCategories } from '../../../src/domain/farm/categories.ts';
import type { Cell } from '../../../src/domain/movements/ledger.ts';
import type { CoreResponse } from '../../../src/server/exchange.ts';
import {
  type CoreBackend,
  type CoreLife,
  dayStart,
  keepCopy,
  openCoreBackend,
  simPeople,
  startLife,
} from './core-backend.ts';
import { uuidFrom } from './device.ts';
import { seeded } from './random.ts';
import type { FarmIds, SimFarm, Truth } from './sim-farm.ts';

type Row = Readonly<Record<string, unknown>>;

let chance = seeded(0);

/** One backend for a whole block of days: databases are slow to make, farms are not. Its ids come out of the day's seed. */
export const openCore = (): Promise<CoreBackend> => openCoreBackend(() => uuidFrom(() => chance(), 4));

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** The core's answer as the phone's network port hands it on. */
export function asReply({ status, headers, body }: CoreResponse): Reply {
  const marks = {
    seq: numberOf(headers[headerNames.seq]),
    epoch: headers[headerNames.epoch] ?? null,
    mark: headers[headerNames.mark] ?? null,
    replayed: headers[headerNames.idempotencyStatus] === 'replayed',
    serverTimeMs: null,
  };
  if (body['ok'] === true) return { outcome: 'answer', status, body, marks };
  const problem = {
    code: String(body['code']),
    status,
    message: typeof body['message'] === 'string' ? body['message'] : null,
    issues: [],
    retryAfterMs: null,
    requestId: null,
    ...(Array.isArray(body['kept']) && { kept: body['kept'] as string[] }),
  };
  return { outcome: 'refused', problem, marks };
}

async function must(life: CoreLife, method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await life.call(simPeople.ana, method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The organization, its owner and admin, and the categories that every farm starts with. */
async function found({ db, newId }: CoreBackend, seed: number) {
  const organizationId = newId();
  const created_at = dayStart;
  await db
    .insertInto('organizations')
    .values({
      id: organizationId,
      name: `Campo ${seed}`,
      settings: '{}',
      seq: 0,
      mark: `first-${seed}`,
      epoch: organizationId,
      created_by: simPeople.ana,
      created_at,
    })
    .execute();
  await db
    .insertInto('commits')
    .values({ organization_id: organizationId, seq: 0, mark: `first-${seed}`, at: created_at })
    .execute();
  await db
    .insertInto('lives')
    .values({
      organization_id: organizationId,
      epoch: organizationId,
      began_at: created_at,
      is_copy: 0,
      copy_seq: null,
      copy_at: null,
      returned: 0,
    })
    .execute();
  const member = (user_id: string, role: 'owner' | 'admin') => ({
    organization_id: organizationId,
    user_id,
    role,
    created_at,
    removed_at: null,
  });
  await db
    .insertInto('memberships')
    .values([member(simPeople.ana, 'owner'), member(simPeople.beto, 'admin')])
    .execute();
  const ids = new Map(defaultCategories.map((category) => [category.name, newId()]));
  const idOfName = (name: string | null): string => ids.get(name ?? '') ?? '';
  const categories = defaultCategories.map(({ next, is_breeding_female, ...category }, order) => ({
    ...category,
    id: idOfName(category.name),
    organization_id: organizationId,
    created_by: simPeople.ana,
    created_at,
    updated_at: created_at,
    version: 1,
    deleted: 0 as const,
    next_id: idOfName(next) || null,
    is_breeding_female: is_breeding_female ? (1 as const) : (0 as const),
    order,
    active: 1 as const,
  }));
  await db.insertInto('categories').values(categories).execute();
  return { organizationId, idOfName };
}

const idOf = (body: Row, part: string): string => String((body[part] as Row)['id']);

/** The things that a day's farm starts with: two lots, two rodeos, a campo, and the animals that were bought. */
async function settle(life: CoreLife, org: string, idOfName: (name: string) => string): Promise<FarmIds> {
  const sur = idOf(await must(life, 'POST', `/api/campo/${org}`, { name: 'Campo Sur' }), 'campo');
  const lot = async (name: string): Promise<string> =>
    idOf(await must(life, 'POST', `/api/lot/create/${org}`, { name, hectares: 100, animals: [] }), 'lot');
  const rodeo = async (name: string): Promise<string> =>
    idOf(await must(life, 'POST', `/api/rodeo/${org}`, { name }), 'rodeo');
  const [ombu, bajo] = [await lot('El Ombú'), await lot('El Bajo')];
  const [cria, invernada] = [await rodeo('Cría'), await rodeo('Invernada')];
  const [vaca, novillito] = [idOfName('Vaca'), idOfName('Novillito')];
  const buy = (lot_id: string, rodeo_id: string, type: string, count: number) =>
    must(life, 'POST', `/api/movement/purchase/${org}`, {
      date: '2026-11-20',
      lot_id,
      rodeo_id,
      animals: [{ type, count }],
    });
  await buy(ombu, cria, vaca, 60);
  await buy(bajo, invernada, novillito, 80);
  return { ombu, cria, invernada, sur, vaca, novillito, ternero: idOfName('Ternero al pie') };
}

/** A new farm on the product's own core: the same lines that serve the phones, on a database in memory. */
export async function coreFarm(backend: CoreBackend, seed: number): Promise<SimFarm> {
  chance = seeded(-1 - seed);
  const { organizationId, idOfName } = await found(backend, seed);
  let life = startLife(backend);
  const ids = await settle(life, organizationId, idOfName);
  const truth = (): Promise<Truth> => truthOf(backend, life, organizationId);
  const start = await truth();
  const farm: SimFarm = {
    organizationId,
    people: [simPeople.ana, simPeople.beto, simPeople.ana],
    ids,
    opening: [],
    before: new Set([...start.movements, ...start.lots].map((row) => String(row['id']))),
    listeners: new Set(),
    call: async ({ method, path, query, body, ...asked }, userId) => {
      const search = query ? `?${new URLSearchParams(query).toString()}` : '';
      const now = life;
      const seen = now.commits.length;
      const answer = await now.call(userId, method, `${path}${search}`, body, headersOf(asked));
      for (const commit of now.commits.slice(seen)) announce(farm, commit);
      return asReply(answer);
    },
    backup: async () => {
      const back = await keepCopy(backend, organizationId);
      return async () => {
        await back();
        life = startLife(backend);
      };
    },
    truth,
  };
  return farm;
}

function announce(farm: SimFarm, commit: CoreLife['commits'][number]): void {
  for (const { action, payload } of commit.announcements) {
    const { seq, mark, epoch, key, organizationId: organization_id } = commit;
    const message = { action, organization_id, ...payload, seq, prev_seq: seq - 1, mark, epoch, key };
    for (const listener of farm.listeners) listener(message);
  }
}

/** What the server says of the farm from its beginning, and its ledger of keys. */
async function truthOf(backend: CoreBackend, life: CoreLife, org: string): Promise<Truth> {
  const rows = new Map<string, Map<string, Row>>();
  let since = 0;
  for (let more = true; more;) {
    const page = await must(life, 'GET', `/api/sync/${org}?since=${since}`);
    for (const { table, id, row } of page['changes'] as { table: string; id: string; row: Row | null }[]) {
      const list = rows.get(table) ?? new Map<string, Row>();
      rows.set(table, list);
      if (row === null) list.delete(id);
      else list.set(id, row);
    }
    since = Number(page['to']);
    more = page['more'] === true;
  }
  const operations = await backend.db
    .selectFrom('operations')
    .select(['key', 'seq'])
    .where('scope', '=', org)
    .orderBy('seq')
    .execute();
  const { digest } = await must(life, 'GET', `/api/sync/${org}?since=${since}&digest=1`);
  const list = (table: string): Row[] => [...(rows.get(table)?.values() ?? [])];
  return {
    seq: since,
    movements: list('movements'),
    lots: list('lots'),
    cells: list('cells').map((row): Cell => ({
      lot: row['lot_id'] as string | null,
      rodeo: row['rodeo_id'] as string | null,
      category: String(row['category_id']),
      head: Number(row['head']),
    })),
    digests: digest as Readonly<Record<string, string>>,
    keys: new Set(operations.map((row) => row.key)),
    applied: operations.filter((row) => row.seq !== null).map((row) => row.key),
  };
}
