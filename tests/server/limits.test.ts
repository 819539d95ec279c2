import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { createWindows } from '../../src/server/database/windows.ts';
import { limitsOn } from '../../src/server/kernel/limits.ts';
import { matchRoute, type Route } from '../../src/server/kernel/routes.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';

let folder: string;
let database: FreshDatabase | null = null;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limits-'));
  database = isOnPostgres() ? await createPostgresDatabase() : null;
  const where = { DATA_DIR: folder, DATABASE_URL: database?.url };
  server = await compose(
    readSettings({ ...where, LOG_LEVEL: 'silent', PORT: '0', TRUST_PROXY: '1' }),
    join(folder, 'none'),
  );
});
afterAll(async () => {
  await server.close();
  await database?.drop();
  await rm(folder, { recursive: true });
});

interface Asked {
  readonly from: string;
  readonly token?: string;
  readonly body?: object;
}
const ask = async (method: 'GET' | 'POST', url: string, { from, token, body }: Asked) => {
  const headers = { 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await server.app.inject({ method, url, headers, ...(body && { payload: body }) });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() };
};
const signUp = async (name: string, from: string): Promise<string> => {
  const names = { first_name: name, last_name: 'X', phone: '1155550000' };
  const body = { email: `${name}@campo.test`, password: testPassword, ...names };
  return String((await ask('POST', '/api/auth/sign-up', { from, body })).body['token']);
};
/** How many of so many are heard. */
async function heardOf(count: number, one: (index: number) => Promise<{ readonly status: number }>): Promise<number> {
  let heard = 0;
  for (let start = 0; start < count; start += 100) {
    const some = Array.from({ length: Math.min(100, count - start) }, (_, index) => one(start + index));
    heard += (await Promise.all(some)).filter(({ status }) => status !== 429).length;
  }
  return heard;
}

describe('Before a token', () => {
  test('a house of IPv6 has one count, however many addresses it uses; another house has its own', async () => {
    const logIn = (from: string) => ask('POST', '/api/auth/log-in', { from, body: {} });
    expect(await heardOf(40, (index) => logIn(`2001:db8:0:7:${index + 1}::1`))).toBe(30);
    expect((await logIn('2001:db8:0:8::1')).status).toBe(400);
    expect((await logIn('2001:DB8:0:7::5')).status).toBe(429);
  });

  test('codes have thirty tries an address together, at whichever call they are tried', async () => {
    const paths = ['send-recovery-code', 'verify-recovery-code', 'reset-password', 'admin/set-initial-password'];
    const from = '203.0.113.9';
    const one = (index: number) => ask('POST', `/api/auth/${paths[index % 4] ?? ''}`, { from, body: {} });
    expect(await heardOf(80, one)).toBe(30);
  });
});

describe('Behind a token', () => {
  test('a session has one count, from however many addresses it calls, and its neighbours go on', async () => {
    const [mine, neighbour] = [await signUp('ana', '203.0.113.1'), await signUp('beto', '203.0.113.1')];
    const from = (index: number) => `10.${index % 200}.${Math.floor(index / 200)}.1`;
    const heard = await heardOf(3100, (index) => ask('GET', '/api/user', { from: from(index), token: mine }));
    expect(heard).toBe(3000);
    const held = await ask('GET', '/api/user', { from: '203.0.113.77', token: mine });
    expect(held).toMatchObject({ status: 429, body: { ok: false, code: 'RATE_LIMITED' } });
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    // What it has to bring has a count of its own, and who shares its address is somebody else.
    const body = { name: 'La Esperanza' };
    expect((await ask('POST', '/api/organization', { from: '203.0.113.1', token: mine, body })).status).toBe(200);
    expect((await ask('GET', '/api/user', { from: '203.0.113.1', token: neighbour })).status).toBe(200);
  });

  test('one address is many people: a hundred sessions of it are not held up by one', async () => {
    const from = '203.0.113.20';
    const token = await signUp('caro', from);
    const heard = await heardOf(3100, () => ask('GET', '/api/user', { from, token: 'nobody' }));
    expect(heard).toBe(3100);
    expect((await ask('GET', '/api/user', { from, token })).status).toBe(200);
  });

  test('refused calls count too', async () => {
    const token = await signUp('dana', '203.0.113.30');
    const one = () => ask('GET', '/api/rodeo/none', { from: '203.0.113.30', token });
    expect(await heardOf(3100, one)).toBe(3000);
  });
});

test('Whether the server lives may be asked as often as one likes', async () => {
  const one = () => ask('GET', '/api/health', { from: '203.0.113.40' });
  expect(await heardOf(3200, one)).toBe(3200);
});

describe('The count of callers who are known', () => {
  const clock = { now: 1_000_000 };
  const limits = () =>
    limitsOn(
      createWindows(
        null,
        () => clock.now,
        () => undefined,
      ),
      () => clock.now,
    );
  const route = (method: string, path: string): Route => {
    const found = matchRoute(method, path);
    if (!found) throw new Error(path);
    return found;
  };
  const reads = route('GET', '/api/user');

  test('is their sessions’, their account’s and their farm’s', () => {
    const { byCaller, byFarm } = limits();
    const held = (one: () => number | null, times: number) =>
      Array.from({ length: times }, one).filter((wait) => wait !== null).length;
    expect(held(() => byCaller(reads, { userId: 'ana', sessionId: 'one' }, null), 3001)).toBe(1);
    expect(held(() => byCaller(reads, { userId: 'ana', sessionId: 'two' }, null), 3001)).toBe(1);
    expect(held(() => byCaller(reads, { userId: 'ana', sessionId: 'three' }, null), 10)).toBe(10);
    expect(held(() => byCaller(reads, { userId: 'beto', sessionId: 'four' }, null), 10)).toBe(0);
    expect(held(() => byFarm(reads, 'esperanza', null), 30_002)).toBe(2);
    expect(byFarm(reads, 'other', null)).toBeNull();
  });

  test('is of what a call is, whichever of its addresses is asked', () => {
    const { byFarm } = limits();
    const [create, alias] = [
      route('POST', '/api/movement/weather/rain/org'),
      route('PUT', '/api/movement/weather/rain/org/a'),
    ];
    for (let count = 0; count < 30_000; count += 1) byFarm(create, 'esperanza', null);
    expect(byFarm(alias, 'esperanza', null)).toBe(60);
    expect(byFarm(reads, 'esperanza', null)).toBeNull();
    clock.now += 60_000;
    expect(byFarm(alias, 'esperanza', null)).toBeNull();
  });

  test('is of what a batch brings: each two hundred of its operations count as one', () => {
    const { byCaller } = limits();
    const batch = route('POST', '/api/sync/org/ops');
    const caller = { userId: 'ana', sessionId: 'one' };
    const bring = (many: number) => byCaller(batch, caller, { operations: Array.from({ length: many }, () => ({})) });
    for (let count = 0; count < 59; count += 1) expect(bring(1000)).toBeNull();
    for (const many of [200, 50, 1, 201]) expect(bring(many)).toBeNull();
    expect(bring(1)).toBe(60);
    // What is no list of operations is refused later, and counts once.
    expect(byCaller(batch, { userId: 'beto', sessionId: 'two' }, null)).toBeNull();
  });
});

describe('Whoever was told to wait', () => {
  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: folder }));
});
