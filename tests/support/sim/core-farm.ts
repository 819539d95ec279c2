import { headers as headerNames } from '../../../src/contract/constants.ts';
import type { Reply } from '../../../src/app/net/reply.ts';
import type { Cell } from '../../../src/domain/movements/ledger.ts';
import type { CoreResponse } from '../../../src/server/exchange.ts';
import { createTestServer, type PersonName, type TestServer } from '../server.ts';
import { uuidFrom } from './device.ts';
import { seeded } from './random.ts';
import type { FarmIds, SimFarm, Truth } from './sim-farm.ts';

type Row = Readonly<Record<string, unknown>>;

let chance = seeded(0);

/** One backend for a whole block of days: accounts are slow to make, farms are not. Its ids come out of the day's seed. */
export const openCore = (): Promise<TestServer> => {
  chance = seeded(0);
  return createTestServer('2026-11-21T12:00:00Z', ':memory:', () => uuidFrom(() => chance(), 4));
};

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** The core's answer as the phone's network port hands it on. */
function asReply({ status, headers, body }: CoreResponse): Reply {
  const marks = {
    seq: numberOf(headers[headerNames.seq]),
    epoch: headers[headerNames.epoch] ?? null,
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
  };
  return { outcome: 'refused', problem, marks };
}

async function must(server: TestServer, method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await server.as('ana', method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const idOf = (body: Row, part: string): string => String((body[part] as Row)['id']);

/** The things that a day's farm starts with: two lots, two rodeos, a campo, and the animals that were bought. */
async function settle(
  server: TestServer,
  org: string,
  categories: readonly { id: string; name: string }[],
): Promise<FarmIds> {
  const named = (name: string): string => categories.find((category) => category.name === name)?.id ?? '';
  const sur = idOf(await must(server, 'POST', `/api/campo/${org}`, { name: 'Campo Sur' }), 'campo');
  const lot = async (name: string): Promise<string> =>
    idOf(await must(server, 'POST', `/api/lot/create/${org}`, { name, hectares: 100, animals: [] }), 'lot');
  const rodeo = async (name: string): Promise<string> =>
    idOf(await must(server, 'POST', `/api/rodeo/${org}`, { name }), 'rodeo');
  const [ombu, bajo] = [await lot('El Ombú'), await lot('El Bajo')];
  const [cria, invernada] = [await rodeo('Cría'), await rodeo('Invernada')];
  const [vaca, novillito] = [named('Vaca'), named('Novillito')];
  const buy = (lot_id: string, rodeo_id: string, type: string, count: number) =>
    must(server, 'POST', `/api/movement/purchase/${org}`, {
      date: '2026-11-20',
      lot_id,
      rodeo_id,
      animals: [{ type, count }],
    });
  await buy(ombu, cria, vaca, 60);
  await buy(bajo, invernada, novillito, 80);
  return { ombu, cria, invernada, sur, vaca, novillito, ternero: named('Ternero al pie') };
}

/** A new farm on the product's own core: the same lines that serve the phones, on a database in memory. */
export async function coreFarm(server: TestServer, seed: number): Promise<SimFarm> {
  chance = seeded(-1 - seed);
  const made = (await must(server, 'POST', '/api/organization', { name: `Campo ${seed}` }))['organization'] as Row;
  const organizationId = String(made['id']);
  const created_at = new Date(server.clock.now).toISOString();
  await server.db
    .insertInto('memberships')
    .values({
      organization_id: organizationId,
      user_id: server.userIds.beto,
      role: 'admin',
      created_at,
      removed_at: null,
    })
    .execute();
  const ids = await settle(server, organizationId, made['categories'] as { id: string; name: string }[]);
  const nameOf = (userId: string): PersonName => (userId === server.userIds.beto ? 'beto' : 'ana');
  const truth = (): Promise<Truth> => truthOf(server, organizationId);
  const start = await truth();
  const farm: SimFarm = {
    organizationId,
    people: [server.userIds.ana, server.userIds.beto, server.userIds.ana],
    ids,
    opening: [],
    before: new Set([...start.movements, ...start.lots].map((row) => String(row['id']))),
    listeners: new Set(),
    call: async ({ method, path, query, body, idempotencyKey }, userId) => {
      const search = query ? `?${new URLSearchParams(query).toString()}` : '';
      const headers: Readonly<Record<string, string>> =
        idempotencyKey === undefined ? {} : { [headerNames.idempotencyKey]: idempotencyKey };
      const seen = server.commits.length;
      const answer = await server.as(nameOf(userId), method, `${path}${search}`, body, headers);
      for (const commit of server.commits.slice(seen)) announce(farm, server.epoch, commit);
      return asReply(answer);
    },
    truth,
  };
  return farm;
}

function announce(farm: SimFarm, epoch: string, commit: TestServer['commits'][number]): void {
  for (const { action, payload } of commit.announcements) {
    const { seq, key, organizationId: organization_id } = commit;
    const message = { action, organization_id, ...payload, seq, prev_seq: seq - 1, epoch, key };
    for (const listener of farm.listeners) listener(message);
  }
}

/** What the server says of the farm from its beginning, and its ledger of keys. */
async function truthOf(server: TestServer, org: string): Promise<Truth> {
  const rows = new Map<string, Map<string, Row>>();
  let since = 0;
  for (let more = true; more;) {
    const page = await must(server, 'GET', `/api/sync/${org}?since=${since}&epoch=${server.epoch}`);
    for (const { table, id, row } of page['changes'] as { table: string; id: string; row: Row | null }[]) {
      const list = rows.get(table) ?? new Map<string, Row>();
      rows.set(table, list);
      if (row === null) list.delete(id);
      else list.set(id, row);
    }
    since = Number(page['to']);
    more = page['more'] === true;
  }
  const operations = await server.db
    .selectFrom('operations')
    .select(['key', 'seq'])
    .where('scope', '=', org)
    .orderBy('seq')
    .execute();
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
    keys: new Set(operations.map((row) => row.key)),
    applied: operations.filter((row) => row.seq !== null).map((row) => row.key),
  };
}
