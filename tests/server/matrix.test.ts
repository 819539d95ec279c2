import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import { isAtLeast, type Role } from '../../src/domain/people/roles.ts';
import { smallPdf } from '../../src/exam/small-pdf.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { closesInOrder, testPassword } from '../support/server.ts';

/** Everybody who may stand before a call (trust.md row 53). */
const actors = [
  'nobody',
  'expired',
  'of another farm',
  'taken off the team',
  'user',
  'admin',
  'owner',
  'super admin',
] as const;
type Actor = (typeof actors)[number];

const emails: Readonly<Partial<Record<Actor, string>>> = {
  'of another farm': 'dana@campo.test',
  'taken off the team': 'fede@campo.test',
  user: 'caro@campo.test',
  admin: 'beto@campo.test',
  owner: 'ana@campo.test',
  'super admin': 'sara@campo.test',
};

let farm: FieldFarm;
let tokens: Readonly<Record<Actor, string | null>>;
/** Ids that a path may name, by the part of the address after /api. */
let things: Readonly<Record<string, string>>;
let spare: string;

const send = (token: string | null, method: string, path: string, body?: unknown): Promise<CoreResponse> =>
  farm.core.dispatch({
    method,
    path,
    query: {},
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body,
  });

const logIn = async (email: string): Promise<string> => {
  const { body } = await send(null, 'POST', '/api/auth/log-in', { email, password: testPassword });
  return String(body['token']);
};

const made = async (path: string, body: object, part: string): Promise<string> => {
  const answer = await farm.as('ana', 'POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return (answer.body[part] as { id: string }).id;
};

const signUp = async (name: string): Promise<string> => {
  const person = { email: `${name}@campo.test`, password: testPassword, first_name: name, last_name: 'X' };
  await send(null, 'POST', '/api/auth/sign-up', { ...person, phone: '+5491155550009' });
  const row = await farm.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  return row.id;
};

beforeAll(async () => {
  farm = await createFieldFarm();
  const org = farm.organizationId;
  const now = new Date(farm.clock.now).toISOString();
  const gone = { organization_id: org, user_id: await signUp('fede'), role: 'owner' as const };
  await farm.db
    .insertInto('memberships')
    .values({ ...gone, created_at: now, removed_at: now })
    .execute();
  const sara = await signUp('sara');
  await farm.db.updateTable('users').set({ is_super_admin: 1 }).where('id', '=', sara).execute();
  const breeding = {
    rodeo_ids: [farm.rodeos.cria],
    service_type: 'natural',
    service_start: '2026-10-15',
    service_end: '2027-01-15',
  };
  const files = [{ name: 'factura.pdf', bytes: smallPdf('factura') }];
  const uploaded = await farm.as('ana', 'POST', `/api/invoice/${org}/upload`, { files });
  const invoice = uploaded.body['invoice'] as { id: string; attachments: { id: string }[] };
  const digest = digestOf(jpegOf(1));
  await farm.as('ana', 'PUT', `/api/blob/${org}/${digest}`, jpegOf(1));
  const audio = { type: 'audio/ogg', bytes: new TextEncoder().encode('OggS') };
  const said = { id: 'wamid.1', from: '+5491155550101', at: now, text: null, choice: null, audio };
  await farm.incoming.message(said);
  const message = await farm.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
  const photo = { type: 'image/jpeg', bytes: jpegOf(2) };
  await farm.incoming.message({ ...said, id: 'wamid.2', audio: null, file: photo });
  const shown = await farm.db
    .selectFrom('messages')
    .select('audio_id')
    .where('provider_id', '=', 'wamid.2')
    .executeTakeFirstOrThrow();
  things = {
    conversation: message.conversation_id,
    audio: message.audio_id ?? '',
    photo: shown.audio_id ?? '',
    lot: farm.lots.ombu,
    rodeo: farm.rodeos.cria,
    campo: farm.campo,
    'animal-categories': farm.cat('Vaca'),
    movement: await made(`/api/movement/weather/rain/${org}`, { date: '2026-11-01', mm: 10 }, 'movement'),
    note: await made(`/api/note/create/${org}`, { text: 'El molino' }, 'note'),
    asset: await made('/api/asset', { organization_id: org, name: 'Rollos', kind: 'forraje', unit: 'rollo' }, 'asset'),
    task: await made(`/api/task/${org}`, { title: 'Recorrer' }, 'task'),
    'reproductive-cycle': await made(`/api/reproductive-cycle/${org}`, breeding, 'cycle'),
    invoice: invoice.id,
    file: invoice.attachments[0]?.id ?? '',
    blob: digest,
    user: farm.userIds.caro,
  };
  spare = await made('/api/organization', { name: 'De paso' }, 'organization');
  const expired = farm.tokens.ana;
  farm.clock.now += 3_600_000;
  const fresh = await Promise.all(actors.map(async (actor) => [actor, await tokenOf(actor)] as const));
  tokens = { ...(Object.fromEntries(fresh) as Record<Actor, string | null>), expired };
});

const tokenOf = async (actor: Actor): Promise<string | null> => {
  const email = emails[actor];
  return email ? await logIn(email) : null;
};

/** Which rows a call could have changed: all of every table. Who knocked at the door may be written down. */
async function everything(): Promise<string> {
  const tables = (await farm.db.introspection.getTables()).map(({ name }) => name).toSorted();
  const rows: string[] = [];
  for (const table of tables.filter((name) => name !== 'security_events')) {
    const { rows: found } = await sql<object>`select * from ${sql.table(table)}`.execute(farm.db);
    rows.push(table, ...found.map((row) => JSON.stringify(row)).toSorted());
  }
  return rows.join('\n');
}

const segmentOf = (path: string): string => path.replace(/^\/api/, '').split('/')[1] ?? '';

const addressOf = (path: string, org: string, thing: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'org') return org;
    if (name === 'fileId') return things[path.startsWith('/api/conversation/') ? 'photo' : 'file'] ?? 'none';
    return name === 'rodeoId' ? farm.rodeos.cria : name === 'cycleId' ? 'none' : thing;
  });

/** A body that no call takes: whoever gets as far as that had leave to make it. */
const nonsense = (endpoint: Endpoint, org: string): object | undefined => {
  if (endpoint.farm === 'body') return { organization_id: org, nonsense: true };
  if (endpoint.farm === 'invitation') return { token: 'no such letter', nonsense: true };
  return endpoint.body ? { nonsense: true } : undefined;
};

type Expected = readonly [status: number, code: string] | 'let in';

const roleOf: Readonly<Partial<Record<Actor, Role>>> = { user: 'user', admin: 'admin', owner: 'owner' };

/** What the table says of a call before an actor. */
function expected(endpoint: Endpoint, actor: Actor): Expected {
  if (endpoint.who === 'none') return 'let in';
  if (actor === 'nobody') return [401, 'TOKEN_MISSING'];
  if (endpoint.who === 'one-time') return [401, 'TOKEN_INVALID'];
  if (actor === 'expired') return [401, 'TOKEN_EXPIRED'];
  // A letter that nobody wrote lets nobody in.
  if (endpoint.farm === 'invitation') return [404, 'NOT_FOUND'];
  if (endpoint.who === 'super-admin') return actor === 'super admin' ? 'let in' : [403, 'FORBIDDEN'];
  if (endpoint.farm === null) return 'let in';
  const role = roleOf[actor];
  // A super admin is no member of any farm (trust.md row 58).
  if (!role) return [404, 'NOT_FOUND'];
  return endpoint.least && !isAtLeast(role, endpoint.least) ? [403, 'FORBIDDEN'] : 'let in';
}

interface Row {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly path: string;
}
const rows: readonly (readonly [string, Row])[] = allEndpoints.flatMap(({ name, endpoint }) =>
  [endpoint.path, ...endpoint.aliases].map((path) => [`${endpoint.method} ${path}`, { name, endpoint, path }] as const),
);

/** A body that the call takes as far as it looks at who is calling. */
const oneTimeBody = { email: 'nadie@campo.test', password: testPassword };

const ask = (row: Row, actor: Actor, token = tokens[actor]): Promise<CoreResponse> => {
  const { endpoint, path } = row;
  const body = endpoint.who === 'one-time' ? oneTimeBody : nonsense(endpoint, farm.organizationId);
  return send(token, endpoint.method, addressOf(path, farm.organizationId, things[segmentOf(path)] ?? 'none'), body);
};

describe('Whoever has no leave is told so, and changes nothing', () => {
  /** What the last call left: nothing happens between two of them. */
  let known: string | null = null;

  test.each(rows)('%s', async (_address, row) => {
    const before = known ?? (await everything());
    for (const actor of actors) {
      const wanted = expected(row.endpoint, actor);
      if (wanted === 'let in') continue;
      const { status, body } = await ask(row, actor);
      expect([actor, status, body['code'], body['ok']]).toEqual([actor, ...wanted, false]);
    }
    known = await everything();
    expect(known).toBe(before);
  });
});

describe('Whoever has leave is heard', () => {
  test.each(rows.filter(([, { endpoint }]) => endpoint.body !== null && endpoint.who !== 'one-time'))(
    '%s, and told what is wrong with what he sent',
    async (_address, row) => {
      for (const actor of actors) {
        if (expected(row.endpoint, actor) !== 'let in') continue;
        const { status, body } = await ask(row, actor);
        expect([actor, status, body['code']]).toEqual([actor, 400, 'INVALID_BODY']);
      }
    },
  );

  test.each(rows.filter(([, { endpoint }]) => endpoint.method === 'GET'))('%s', async (_address, row) => {
    const isKnown = !/\{(id|digest)\}/.test(row.path) || segmentOf(row.path) in things;
    for (const actor of actors) {
      if (expected(row.endpoint, actor) !== 'let in') continue;
      const { status } = await ask(row, actor);
      // One's own people alone are shown: a stranger's name is none of anybody's.
      const isOthers = row.name === 'userById' && !roleOf[actor];
      // A tag that nobody was given is as one that is kept no more: the phone asks for the list again.
      const gone = row.name === 'history' ? 410 : 404;
      expect([actor, status]).toEqual([actor, isKnown && !isOthers && gone === 404 ? 200 : gone]);
    }
  });

  test.each(rows.filter(([, { endpoint }]) => endpoint.body === null && endpoint.method !== 'GET'))(
    '%s, as often as he asks',
    async (_address, { endpoint, path }) => {
      for (const actor of actors) {
        if (expected(endpoint, actor) !== 'let in') continue;
        const byRow = endpoint.farm !== 'org' && endpoint.farm !== null;
        const thing = byRow ? (things[segmentOf(path)] ?? 'none') : 'none';
        const token = endpoint.farm === null ? await tokenOf(actor) : tokens[actor];
        const org = path === '/api/organization/{org}' ? spare : farm.organizationId;
        const { status, body } = await send(token, endpoint.method, addressOf(path, org, thing));
        // What is not there is not found, or was deleted already: both are answers to somebody who may ask.
        expect([actor, [200, 404].includes(status), body['code'] ?? 'NOT_FOUND']).toEqual([actor, true, 'NOT_FOUND']);
      }
    },
  );
});

describe('The matrix', () => {
  test('has every call of the table at every one of its addresses', () => {
    expect(rows.length).toBeGreaterThan(130);
    expect(new Set(rows.map(([address]) => address)).size).toBe(rows.length);
  });

  test('knows a thing for every call that finds its farm by one', () => {
    const byThing = rows.filter(([, { endpoint }]) => !['org', 'body', 'invitation', null].includes(endpoint.farm));
    expect(byThing.filter(([, { path }]) => !(segmentOf(path) in things)).map(([address]) => address)).toEqual([]);
  });
});

closesInOrder(() => farm);
