import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unsexedIdOf, unsexedName } from '../../../src/domain/farm/unsexed.ts';
import { examine } from '../../../src/server/database/doctor.ts';
import { openPostgres } from '../../../src/server/database/postgres.ts';
import { call } from '../../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../../e2e/support/server-process.ts';
import { buildServer, type BuiltServer } from '../../support/built-server.ts';
import { type LiveListener, openLiveListener, soon } from '../../support/live-listener.ts';
import { createPostgresDatabase, type FreshDatabase } from '../../support/postgres.ts';
import { testPassword } from '../../support/server.ts';

let built: BuiltServer;
let database: FreshDatabase;
let first: ServerProcess;
let second: ServerProcess;
let token: string;
let org: string;
const open: LiveListener[] = [];

const person = { email: 'ana@campo.test', first_name: 'Ana', last_name: 'Pérez', phone: '+5491155550000' };
const logIn = async (at: ServerProcess): Promise<string> => {
  const body = { email: person.email, password: testPassword };
  return String((await call(at, 'POST', '/api/auth/log-in', { body }))['token']);
};

const listen = async (at: ServerProcess, as = token): Promise<LiveListener> => {
  const ear = await openLiveListener(at.address, as);
  open.push(ear);
  const answer = (await ear.tell('join', `organization_${org}`)) as { ok?: boolean };
  if (answer.ok !== true) throw new Error(`Not let in at ${at.address}: ${ear.failed ?? 'the room is closed'}`);
  return ear;
};

const rain = async (at: ServerProcess, mm: number, detail = ''): Promise<string> => {
  const body = { date: '2026-01-05', mm, detail };
  const answer = await call(at, 'POST', `/api/movement/weather/rain/${org}`, { token, body });
  return (answer['movement'] as { id: string }).id;
};

const hears = (ear: LiveListener, id: string): Promise<boolean> =>
  soon(() => ear.received.some(({ movement }) => (movement as { id?: string } | undefined)?.id === id));

beforeAll(async () => {
  built = await buildServer();
  database = await createPostgresDatabase();
  first = await createServerProcess(built.folder, { DATABASE_URL: database.url });
  // The signing keys lie in the data folder: processes that are one service share it.
  const shared = { DATABASE_URL: database.url, DATA_DIR: first.dataDir };
  second = await createServerProcess(built.folder, shared);
  await Promise.all([first.start(), second.start()]);
  const signedUp = await call(first, 'POST', '/api/auth/sign-up', { body: { ...person, password: testPassword } });
  token = String(signedUp['token']);
  const made = await call(first, 'POST', '/api/organization', { token, body: { name: 'La Esperanza' } });
  org = (made['organization'] as { id: string }).id;
}, 60_000);

afterAll(async () => {
  for (const ear of open) ear.socket.disconnect();
  await first.close();
  await second.close();
  await database.drop();
  await built.remove();
});

describe('Two servers on one database', () => {
  test('started at once on an empty one, and both stand on it', async () => {
    for (const server of [first, second]) {
      expect(await call(server, 'GET', '/api/health')).toMatchObject({ database: 'postgres' });
    }
  });

  test('are one service: who signed in at one is in at the other', async () => {
    expect(await call(second, 'GET', '/api/user', { token })).toMatchObject({ user: { email: person.email } });
  });

  test('tell of what is written at either to whoever listens at either', async () => {
    const [atFirst, atSecond] = [await listen(first), await listen(second)];
    for (const [writer, mm] of [
      [first, 11],
      [second, 12],
    ] as const) {
      const id = await rain(writer, mm);
      expect(await hears(atFirst, id)).toBe(true);
      expect(await hears(atSecond, id)).toBe(true);
    }
    expect(atFirst.received.filter(({ action }) => action === 'movement-created')).toHaveLength(2);
    expect(atSecond.received.map(({ seq }) => seq)).toEqual(atFirst.received.map(({ seq }) => seq));
  });

  test('tell of long messages too', async () => {
    const ear = await listen(second);
    for (let index = 0; index < 60; index += 1) {
      const body = { name: `Categoría ${index}` };
      await call(first, 'POST', `/api/animal-categories/${org}`, { token, body });
    }
    const body = { name: 'La Esperanza Grande' };
    await call(first, 'PUT', `/api/organization/${org}`, { token, body });
    const isTold = (): boolean => ear.received.some(({ action }) => action === 'update-organization');
    expect(await soon(isTold)).toBe(true);
    const told = ear.received.find(({ action }) => action === 'update-organization');
    expect(JSON.stringify(told).length).toBeGreaterThan(8000);
    expect(told).toMatchObject({ organization: { id: org, name: 'La Esperanza Grande' } });
  });

  test('end a session everywhere at once', async () => {
    const leaving = await logIn(first);
    const ear = await listen(second, leaving);
    const out = ear.isOut();
    await call(first, 'POST', '/api/auth/log-out', { token: leaving });
    expect(await out).toBe(true);
  });

  test('never count a record twice that reaches both at once', async () => {
    const cid = '7b2f3f1e-7c58-4a53-9a0c-0d6f6f1f9a11';
    const send = (at: ServerProcess) =>
      call(at, 'POST', `/api/movement/weather/rain/${org}`, { token, body: { date: '2026-01-06', mm: 77, cid } });
    await Promise.all([send(first), send(second), send(first), send(second)]);
    const { movements } = (await call(first, 'GET', `/api/movement/all/${org}?type=RAIN`, { token })) as {
      movements: { id: string }[];
    };
    expect(movements.filter(({ id }) => id === cid)).toHaveLength(1);
  });

  test('make the category of the unsexed calves once, though its first births reach both at once', async () => {
    const lot = await call(first, 'POST', `/api/lot/create/${org}`, { token, body: { name: 'Bajo', hectares: 9 } });
    const lot_id = (lot['lot'] as { id: string }).id;
    const animals = [{ type: unsexedIdOf(org), count: 2 }];
    const body = { date: '2026-01-06', lot_id, rodeo_id: null, animals };
    const bear = (at: ServerProcess) => call(at, 'POST', `/api/movement/birth/${org}`, { token, body });
    const born = await Promise.all([first, second, first, second].map(bear));
    expect(born.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    const { categories } = (await call(second, 'GET', `/api/animal-categories/${org}`, { token })) as {
      categories: { name: string }[];
    };
    expect(categories.filter(({ name }) => name === unsexedName)).toHaveLength(1);
    const { lots } = (await call(first, 'GET', `/api/lot/info/${org}`, { token })) as { lots: object[] };
    expect(lots).toMatchObject([{ animals: [{ count: 8, category: { name: unsexedName } }] }]);
  });
});

describe('A listening connection to the database that breaks', () => {
  test('stands again, and whoever may have missed something is sent to look', async () => {
    const ears = [await listen(first), await listen(second)];
    const out = Promise.all(ears.map((ear) => ear.isOut()));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'`);
    await client.end();
    expect(await out).toEqual([true, true]);
    const again = await listen(second);
    expect(await hears(again, await rain(first, 13))).toBe(true);
  });
});

describe('When one of the two dies without a word', () => {
  let mover: LiveListener;
  let seenUpTo: number;

  beforeAll(async () => {
    mover = await listen(first);
    const id = await rain(first, 21);
    if (!(await hears(mover, id))) throw new Error('What was recorded was not heard');
    seenUpTo = Math.max(...mover.received.map(({ seq }) => Number(seq)));
    await first.kill();
  });

  test('the other goes on', async () => {
    const ear = await listen(second);
    expect(await hears(ear, await rain(second, 22))).toBe(true);
  });

  test('its people come to the other, fetch what they missed and hear what follows', async () => {
    expect(await mover.isOut()).toBe(true);
    const moved = await listen(second);
    const pull = await call(second, 'GET', `/api/sync/${org}?since=${seenUpTo}`, { token });
    const rows = (pull['changes'] as { table: string; row: { metadata?: { mm?: number } } | null }[]).filter(
      ({ table }) => table === 'movements',
    );
    expect(rows.map(({ row }) => row?.metadata?.mm)).toEqual([22]);
    expect(await hears(moved, await rain(second, 23))).toBe(true);
  });

  test('it comes back and hears the other again', async () => {
    await first.start();
    const back = await listen(first);
    expect(await hears(back, await rain(second, 24))).toBe(true);
  });

  test('the book adds up and the feed has no holes', async () => {
    const { all, farm } = openPostgres(database.url, () => undefined);
    expect(await examine(all)).toEqual([]);
    await farm.destroy();
    await all.destroy();
  });
});
