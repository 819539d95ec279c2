import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import { isAtLeast, type Role, roles } from '../../src/domain/people/roles.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { plainCarried } from '../support/plain-things.ts';
import { knownDevices, sealedBy } from '../support/seals.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

/** Whose name stands on an operation, beside the roles: somebody who left, and somebody who was never here. */
type Author = Role | 'taken off the team' | 'of another farm';
const authors: readonly Author[] = [...roles, 'taken off the team', 'of another farm'];
const carriers: Readonly<Record<Role, PersonName>> = { owner: 'ana', admin: 'beto', user: 'caro' };

let farm: FieldFarm;
let ids: Readonly<Record<Author, string>>;
/** Ids that a path may name, by the part of the address after /api. */
let things: Readonly<Record<string, string>>;

const made = async (path: string, body: object, part: string): Promise<string> => {
  const answer = await farm.as('ana', 'POST', path, body);
  expect(answer.status).toBe(200);
  return (answer.body[part] as { id: string }).id;
};

/** A second member of each role, so that nobody brings his own: as rows, for none of them ever signs in. */
async function member(name: string, role: Role, removed_at: string | null = null): Promise<string> {
  const caro = await farm.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', farm.userIds.caro)
    .executeTakeFirstOrThrow();
  const user_id = randomUUID();
  await farm.db
    .insertInto('users')
    .values({ ...caro, id: user_id, email: `${name}@campo.test` })
    .execute();
  const created_at = new Date(farm.clock.now).toISOString();
  await farm.db
    .insertInto('memberships')
    .values({ organization_id: farm.organizationId, user_id, role, created_at, removed_at })
    .execute();
  return user_id;
}

beforeAll(async () => {
  farm = await createFieldFarm();
  const org = farm.organizationId;
  ids = {
    owner: await member('olga', 'owner'),
    admin: await member('alba', 'admin'),
    user: await member('ulises', 'user'),
    'taken off the team': await member('fede', 'owner', new Date(farm.clock.now).toISOString()),
    'of another farm': farm.userIds.dana,
  };
  things = {
    lot: farm.lots.ombu,
    rodeo: farm.rodeos.cria,
    campo: farm.campo,
    'animal-categories': farm.cat('Vaca'),
    movement: await made(`/api/movement/weather/rain/${org}`, { date: '2026-11-01', mm: 10 }, 'movement'),
    note: await made(`/api/note/create/${org}`, { text: 'El molino' }, 'note'),
    asset: await made('/api/asset', { organization_id: org, name: 'Rollos', kind: 'forraje', unit: 'rollo' }, 'asset'),
    task: await made(`/api/task/${org}`, { title: 'Recorrer' }, 'task'),
  };
  // Their sessions are noted as having opened the farm.
  for (const who of Object.values(carriers)) await farm.as(who, 'GET', `/api/lot/info/${org}`);
});

interface Row {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly path: string;
}
const rows: readonly (readonly [string, Row])[] = allEndpoints.flatMap(({ name, endpoint }) =>
  [endpoint.path, ...endpoint.aliases]
    .filter(() => endpoint.method !== 'GET')
    .map((path) => [`${endpoint.method} ${path}`, { name, endpoint, path }] as const),
);

/** What the wire says that a companion may bring (wire.md §Sync, Batch), written out by hand; things that are made of fields say it themselves. */
const carried =
  /^POST \/api\/(movement\/.*|note\/create\/\{org\}|task\/\{org\}|lot\/create\/\{org\}|rodeo\/\{org\}|campo\/\{org\}|animal-categories\/\{org\}|category\/create\/\{org\}|asset|asset\/\{org\}\/adjust|audit\/\{org\}|reproductive-cycle\/\{org\})$/;

const lesser = (one: Role, other: Role): Role => (isAtLeast(one, other) ? other : one);

type Expected = readonly [status: number, code: string];

function expected({ name, endpoint, path }: Row, carrier: Role, author: Author): Expected {
  if (name === 'operations') return [400, 'INVALID_BODY'];
  if (endpoint.who === 'super-admin') return [403, 'FORBIDDEN'];
  if (endpoint.farm === null || endpoint.farm === 'invitation' || endpoint.who !== 'bearer') return [404, 'NOT_FOUND'];
  if (author === 'of another farm') return [404, 'NOT_FOUND'];
  if (author === 'taken off the team' || !isCarried(endpoint, path)) return [403, 'FORBIDDEN'];
  return isAtLeast(lesser(carrier, author), endpoint.least ?? 'user') ? [400, 'INVALID_BODY'] : [403, 'FORBIDDEN'];
}
const plain = new RegExp(`^POST /api/(none${plainCarried})/\\{org\\}$`);
const isCarried = (endpoint: Endpoint, path: string): boolean =>
  carried.test(`${endpoint.method} ${path}`) ||
  plain.test(`${endpoint.method} ${path}`) ||
  (endpoint.method === 'POST' && endpoint.kind !== undefined);

const devices = knownDevices(() => farm);

const segmentOf = (path: string): string => path.split('/')[2] ?? '';

const bring = async ({ endpoint, path }: Row, carrier: Role, author: Author) => {
  const org = farm.organizationId;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'org' ? org : (things[segmentOf(path)] ?? 'none'),
  );
  const body = endpoint.farm === 'body' ? { organization_id: org, nonsense: true } : { nonsense: true };
  const operation = { key: randomUUID(), method: endpoint.method, path: address, body };
  const sealed = await sealedBy(devices, { organizationId: org, author: ids[author] }, operation);
  const operations = [{ ...sealed, author: ids[author] }];
  const answer = await farm.as(carriers[carrier], 'POST', `/api/sync/${org}/ops`, { operations });
  return (answer.body['results'] as [{ status: number; body: Readonly<Record<string, unknown>> }])[0];
};

/** Every row that a call could have changed, but what waits for the office. */
async function everything(): Promise<string> {
  const tables = (await farm.db.introspection.getTables()).map(({ name }) => name).toSorted();
  const found: string[] = [];
  for (const table of tables.filter((name) => name !== 'security_events' && name !== 'refused')) {
    const { rows: all } = await sql<object>`select * from ${sql.table(table)}`.execute(farm.db);
    found.push(table, ...all.map((row) => JSON.stringify(row)).toSorted());
  }
  return found.join('\n');
}

describe('What is brought in another’s name is judged by the lesser of both, and changes nothing else', () => {
  let known: string | null = null;
  // Each author's device is known before anything is held against what was.
  beforeAll(async () => void (await Promise.all(authors.map((author) => devices(ids[author])))));

  test.each(rows)('%s', async (_address, row) => {
    const before = known ?? (await everything());
    for (const carrier of roles) {
      for (const author of authors) {
        const { status, body } = await bring(row, carrier, author);
        expect([carrier, author, status, body['code']]).toEqual([carrier, author, ...expected(row, carrier, author)]);
      }
    }
    known = await everything();
    expect(known).toBe(before);
  });
});

describe('The matrix of what is carried', () => {
  test('lends nobody a right: no call is open to a carrier that is closed to him alone', () => {
    const open = rows.filter(([, row]) => expected(row, 'user', 'owner')[0] === 400 && row.name !== 'operations');
    expect(open.every(([, { endpoint }]) => endpoint.method === 'POST' && endpoint.least === 'user')).toBe(true);
    expect(open.length).toBeGreaterThan(20);
  });

  test('keeps nothing aside of accounts, teams and money', async () => {
    const kept = await farm.db.selectFrom('refused').select('path').distinct().execute();
    expect(kept.filter(({ path }) => /^\/api\/(auth|user|organization|invoice|refused|sync)\//.test(path))).toEqual([]);
  });
});

closesInOrder(() => farm);
