import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account, lastCode } from '../support/account.ts';
import { isOnPostgres } from '../support/postgres.ts';
import { ratioOf } from '../support/quickest.ts';
import { closesInOrder, createTestServer, testPassword, type TestServer } from '../support/server.ts';

let server: TestServer;
let own: ReturnType<typeof account>;

beforeAll(async () => {
  server = await createTestServer();
  own = account(server);
});

beforeEach(() => {
  server.clock.now += 25 * hour;
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const refresh = (refresh_token: unknown, attempt = randomUUID()) =>
  own.post('refresh-token', { refresh_token }, { 'idempotency-key': attempt });
const logInFrom = (device: string, password = testPassword, email = 'ana@campo.test') =>
  own.post('log-in', { email, password }, { 'user-agent': device });
const eventsOf = (what: string) => server.outside.events.filter((event) => event.what === what);

describe('A password hash of older parameters', () => {
  test('is made anew when its password comes, and not when a wrong one does', async () => {
    const old = await hash(testPassword, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    const hashOfAna = async () =>
      (
        await server.db
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', server.userIds.ana)
          .executeTakeFirst()
      )?.password_hash;
    await server.db.updateTable('users').set({ password_hash: old }).where('id', '=', server.userIds.ana).execute();
    await own.logIn('ana@campo.test', 'no es esta 77');
    expect(await hashOfAna()).toBe(old);
    expect((await own.logIn('ana@campo.test')).status).toBe(200);
    expect(await hashOfAna()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await own.logIn('ana@campo.test')).status).toBe(200);
  });
});

describe('Wrong passwords', () => {
  test('make each next try wait twice as long, up to a quarter of an hour', async () => {
    const waits: number[] = [];
    for (let tries = 0; tries < 16; tries += 1) {
      await own.logIn('beto@campo.test', 'no es esta 77');
      const held = await own.logIn('beto@campo.test', 'no es esta 77');
      const wait = held.status === 429 ? Number(held.headers['retry-after']) : 0;
      if (wait > 0) waits.push(wait);
      server.clock.now += wait * 1000;
    }
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(Math.max(...waits)).toBe(900);
    server.clock.now += 15 * minute;
    expect((await own.logIn('beto@campo.test')).status).toBe(200);
  });

  test('a hundred of them, and even the right one waits for a recovery; the phones that are in stay in', async () => {
    const phone = (await own.logIn('beto@campo.test')).body;
    await server.db.updateTable('users').set({ failed_logins: 99 }).where('id', '=', server.userIds.beto).execute();
    expect((await own.logIn('beto@campo.test', 'no es esta 77')).status).toBe(401);
    server.clock.now += hour;
    const held = await own.logIn('beto@campo.test');
    expect(held).toMatchObject({
      status: 429,
      body: { message: 'Hubo demasiados intentos: recuperá tu contraseña para ingresar' },
    });
    expect(held.headers).toHaveProperty('retry-after');
    expect((await refresh(phone['refresh_token'])).status).toBe(200);
  });
});

describe('Who tries addresses', () => {
  test('learns nothing by the answers: an address that nobody has waits like any other', async () => {
    const tries = async (email: string) => {
      const answers: unknown[] = [];
      for (let tried = 0; tried < 9; tried += 1) {
        const { status, body } = await own.logIn(email, 'no es esta 77');
        answers.push([status, body]);
        if (tried === 6) server.clock.now += 20 * minute;
      }
      return answers;
    };
    const known = await tries('caro@campo.test');
    expect(await tries('nadie@campo.test')).toEqual(known);
    expect(JSON.stringify(known)).toContain('RATE_LIMITED');
  });

  test('learns nothing by the time', async () => {
    const tryOn = (email: string) => async () => {
      server.clock.now += hour;
      expect((await own.logIn(email, 'no es esta 77')).status).toBe(401);
    };
    // Fewer than a hundred tries: then even the right password waits.
    const ratio = await ratioOf([tryOn('caro@campo.test'), tryOn('otro@campo.test')], 1.5, 20);
    expect(ratio).toBeLessThan(1.5);
  });

  test('is forgotten with what he tried after a day', async () => {
    server.clock.now += 25 * hour;
    await own.logIn('ultimo@campo.test', 'no es esta 77');
    const rows = await server.db.selectFrom('strangers').select('email').execute();
    expect(rows).toEqual([{ email: 'ultimo@campo.test' }]);
  });
});

describe('The owner of an account is told', () => {
  const toAna = () => server.outside.mails.filter((mail) => mail.to === 'ana@campo.test');

  test('of a sign-in from a device that was never seen, once', async () => {
    await logInFrom('Moto G54');
    const before = toAna().length;
    await logInFrom('Moto G54');
    expect(toAna()).toHaveLength(before);
    await logInFrom('Otra tablet');
    expect(toAna()).toHaveLength(before + 1);
    expect(toAna().at(-1)).toMatchObject({
      subject: 'Ingreso desde un dispositivo nuevo',
      text: expect.stringContaining('Otra tablet') as string,
    });
  });

  test('by the words that people have for a device, not by those of its browser', async () => {
    await logInFrom(
      'Mozilla/5.0 (Linux; Android 13; moto g54) AppleWebKit/537.36 Chrome/128.0.0.0 Mobile Safari/537.36',
    );
    expect(toAna().at(-1)?.text).toContain('(Chrome en Android)');
    expect(toAna().at(-1)?.text).not.toContain('Mozilla');
  });

  test('of a session that somebody else used: it is ended, noted once and told once', async () => {
    const stolen = (await own.logIn('ana@campo.test')).body;
    const owner = (await refresh(stolen['refresh_token'])).body;
    server.clock.now += 61_000;
    const [events, letters] = [eventsOf('session_reused').length, toAna().length];
    expect((await refresh(stolen['refresh_token'])).body).toMatchObject({ code: 'SESSION_REUSE' });
    expect((await refresh(owner['refresh_token'])).body).toMatchObject({ code: 'SESSION_REVOKED' });
    expect(eventsOf('session_reused')).toHaveLength(events + 1);
    expect(toAna()).toHaveLength(letters + 1);
    expect(server.outside.endedSessions.at(-1)).toBe(eventsOf('session_reused').at(-1)?.session_id);
  });

  test('of one session: her others go on', async () => {
    const [one, other] = [(await own.logIn('ana@campo.test')).body, (await own.logIn('ana@campo.test')).body];
    await refresh(one['refresh_token']);
    server.clock.now += 61_000;
    await refresh(one['refresh_token']);
    expect((await refresh(other['refresh_token'])).status).toBe(200);
  });
});

describe('A refresh', () => {
  // Fewer on PostgreSQL: a turn does the same there, and takes ten times as long.
  const turns = isOnPostgres() ? 100 : 1000;

  test(`goes on through ${turns} turns`, async () => {
    let token: unknown = (await own.logIn('ana@campo.test')).body['refresh_token'];
    for (let turn = 0; turn < turns; turn += 1) {
      server.clock.now += minute;
      token = (await refresh(token)).body['refresh_token'];
    }
    expect((await refresh(token)).status).toBe(200);
  }, 60_000);

  test('that is forgiven more than five times a day is noted, once', async () => {
    const { refresh_token } = (await own.logIn('ana@campo.test')).body;
    const before = eventsOf('session_often_forgiven').length;
    let parent: unknown = refresh_token;
    for (let turn = 0; turn < 7; turn += 1) {
      const child = (await refresh(parent)).body['refresh_token'];
      expect((await refresh(parent)).status).toBe(200);
      parent = child;
      server.clock.now += minute;
    }
    expect(eventsOf('session_often_forgiven')).toHaveLength(before + 1);
  });

  test('that lost its answer gets it again, and a grandchild takes that back', async () => {
    const { refresh_token } = (await own.logIn('ana@campo.test')).body;
    const attempt = randomUUID();
    const child = (await refresh(refresh_token, attempt)).body['refresh_token'];
    server.clock.now += 8 * day;
    expect((await refresh(refresh_token, attempt)).body['refresh_token']).toBe(child);
    await refresh(child);
    expect((await refresh(refresh_token, attempt)).body).toMatchObject({ code: 'SESSION_REUSE' });
  });

  test('never outlives its family: what a token says of its end is never later', async () => {
    const start = server.clock.now;
    let token = String((await own.logIn('ana@campo.test')).body['refresh_token']);
    const endOf = (jwt: string): number =>
      (JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }).exp * 1000;
    expect(endOf(token)).toBe(start + 90 * day);
    for (const days of [80, 160]) {
      server.clock.now = start + days * day;
      token = String((await refresh(token)).body['refresh_token']);
    }
    expect(endOf(token)).toBe(start + 180 * day);
  });
});

describe('A super admin', () => {
  const makeSuper = (is: 0 | 1) =>
    server.db.updateTable('users').set({ is_super_admin: is }).where('id', '=', server.userIds.dana).execute();

  test('is out after a day without use, and after a week at all', async () => {
    await makeSuper(1);
    const idle = (await own.logIn('dana@campo.test')).body['refresh_token'];
    let used: unknown = (await own.logIn('dana@campo.test')).body['refresh_token'];
    const start = server.clock.now;
    for (let hours = 20; hours <= 160; hours += 20) {
      server.clock.now = start + hours * hour;
      used = (await refresh(used)).body['refresh_token'];
    }
    expect(await refresh(idle)).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
    server.clock.now = start + 7 * day + 2 * minute;
    expect(await refresh(used)).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
  });

  test('is one by the database, not by his token', async () => {
    await makeSuper(1);
    const { token } = (await own.logIn('dana@campo.test')).body;
    const isSuper = async () =>
      ((await own.with(token, 'GET', '/api/user')).body['user'] as { is_super_admin: boolean }).is_super_admin;
    expect(await isSuper()).toBe(true);
    await makeSuper(0);
    expect(await isSuper()).toBe(false);
  });
});

describe('The book of events', () => {
  test('tells who, from where and on what, of every way in and out', async () => {
    const call = (path: string, body: object, headers = {}) =>
      server.core.dispatch({
        method: 'POST',
        path: `/api/auth/${path}`,
        query: {},
        headers: { 'user-agent': 'Moto G54', ...headers },
        body,
        address: '203.0.113.9',
      });
    await own.logIn('caro@campo.test');
    await call('log-in', { email: 'caro@campo.test', password: 'no es esta 77' });
    const { body } = await call('log-in', { email: 'caro@campo.test', password: testPassword });
    await call('log-out', {}, { authorization: `Bearer ${String(body['token'])}` });
    const rows = await server.db
      .selectFrom('security_events')
      .selectAll()
      .where('address', '=', '203.0.113.9')
      .orderBy('at')
      .execute();
    expect(rows.map((row) => row.what).toSorted()).toEqual(['sign_in_failed', 'signed_in', 'signed_out']);
    for (const row of rows) expect(row).toMatchObject({ user_id: server.userIds.caro, device: 'Moto G54' });
  });

  test('and the log hold no password, no token and no code', async () => {
    const { body } = await own.logIn('caro@campo.test');
    await own.post('send-recovery-code', { email: 'caro@campo.test' });
    const code = lastCode(server, 'caro@campo.test');
    const { reset_token } = (await own.post('verify-recovery-code', { email: 'caro@campo.test', code })).body;
    const chosen = 'la aguada del monte 4';
    await own.post('reset-password', { email: 'caro@campo.test', reset_token, password: chosen });
    const rows = await server.db.selectFrom('security_events').selectAll().execute();
    const written = JSON.stringify([rows, server.outside.events, server.bugs]);
    for (const secret of [testPassword, chosen, code, body['token'], body['refresh_token'], reset_token])
      expect(written).not.toContain(String(secret));
    expect(rows.length).toBeGreaterThan(10);
  });
});

closesInOrder(() => server);
