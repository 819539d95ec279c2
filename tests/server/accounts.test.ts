import { beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { closesInOrder, createTestServer, testPassword, type TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});

const minute = 60_000;
const day = 24 * 60 * minute;
const newcomer = {
  email: 'Elsa@Campo.test ',
  password: 'ceibo con ñandú 🐄',
  first_name: 'Elsa',
  last_name: 'O’Higgins',
  phone: '11 5555-0199',
};

const signUp = (body: object) => server.as(null, 'POST', '/api/auth/sign-up', body);
const logIn = (email: string, password: string) => server.as(null, 'POST', '/api/auth/log-in', { email, password });
const refresh = (refresh_token: unknown, attempt = randomUUID()) =>
  server.as(null, 'POST', '/api/auth/refresh-token', { refresh_token }, { 'idempotency-key': attempt });
const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` });
const withToken = (token: unknown, path = '/api/user') => server.as(null, 'GET', path, undefined, bearer(token));
const people = async (): Promise<number> => (await server.db.selectFrom('users').select('id').execute()).length;

const freshSession = async () => {
  const { body } = await logIn('ana@campo.test', testPassword);
  return { token: body['token'], refresh_token: body['refresh_token'] };
};

describe('A person makes an account', () => {
  test('and is signed in, under the address in its one spelling and the telephone as it is dialled', async () => {
    const answer = await signUp(newcomer);
    expect(answer).toMatchObject({ status: 200, body: { ok: true, message: 'Cuenta creada' } });
    const { user } = (await withToken(answer.body['token'])).body as { user: object };
    expect(user).toMatchObject({
      email: 'elsa@campo.test',
      first_name: 'Elsa',
      phone: '+5491155550199',
      is_super_admin: false,
    });
    expect(user).not.toHaveProperty('password_hash');
  });

  test('whose password is kept as a slow hash of its own', async () => {
    const rows = await server.db.selectFrom('users').select('password_hash').execute();
    for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(new Set(rows.map((row) => row.password_hash)).size).toBe(rows.length);
  });

  test('once: the same address in another spelling is taken', async () => {
    const answer = await signUp({ ...newcomer, email: ' ELSA@campo.TEST' });
    expect(answer).toMatchObject({
      status: 409,
      body: { ok: false, code: 'EMAIL_TAKEN', message: 'Ya existe una cuenta con ese correo' },
    });
  });

  test('once, even when two phones ask at the same moment', async () => {
    const before = await people();
    const body = { ...newcomer, email: 'fede@campo.test' };
    const answers = await Promise.all([signUp(body), signUp(body)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await people()).toBe(before + 1);
  });

  test.each([
    ['no address', { email: undefined }, 'email', 'Completá este dato'],
    ['an address that is none', { email: 'elsa' }, 'email', 'Ingresá un correo válido'],
    ['seven characters of password', { password: 'cebú 12' }, 'password', 'Usá al menos 8 caracteres'],
    ['129 characters of password', { password: 'ñ'.repeat(129) }, 'password', 'Usá como máximo 128 caracteres'],
    ['a name of blanks', { first_name: '   ' }, 'first_name', 'Completá este dato'],
    ['a number for a name', { last_name: 7 }, 'last_name', 'Completá este dato'],
    [
      'a telephone that is too short',
      { phone: '4-5001' },
      'phone',
      'Ingresá un celular argentino con código de área, sin 0 ni 15',
    ],
  ])('but not with %s: 400, the field and a Spanish sentence', async (_what, change, path, message) => {
    const before = await people();
    const answer = await signUp({ ...newcomer, email: 'gabi@campo.test', ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BODY', message: 'Revisá los datos marcados' } });
    const issues = answer.body['issues'] as { path: string; message: string }[];
    expect(issues).toContainEqual({ path, message });
    expect(await people()).toBe(before);
  });

  test.each(['12345678', 'campo2026', 'Vaca1234', 'gabriela', 'aaaaaaaaa'])(
    'but not with the password %s',
    async (password) => {
      const answer = await signUp({ ...newcomer, email: 'gabi@campo.test', first_name: 'Gabriela', password });
      expect(answer).toMatchObject({ status: 400, body: { code: 'WEAK_PASSWORD' } });
    },
  );

  test('and cannot make himself super admin with it', async () => {
    const answer = await signUp({ ...newcomer, email: 'gabi@campo.test', is_super_admin: true });
    expect(answer.status).toBe(400);
    const admins = await server.db.selectFrom('users').select('id').where('is_super_admin', '=', 1).execute();
    expect(admins).toEqual([]);
  });
});

describe('A person signs in', () => {
  test('with the address in any spelling and the whole password', async () => {
    expect(await logIn(' ELSA@campo.test', newcomer.password)).toMatchObject({
      status: 200,
      body: { ok: true, message: 'Sesión iniciada correctamente' },
    });
    expect((await logIn('elsa@campo.test', newcomer.password.slice(0, -2))).status).toBe(401);
  });

  test('and an unknown address is told the same as a wrong password', async () => {
    const wrong = await logIn('ana@campo.test', 'no es esta 77');
    const unknown = await logIn('nadie@campo.test', 'no es esta 77');
    expect(wrong).toMatchObject({
      status: 401,
      body: { ok: false, code: 'WRONG_CREDENTIALS', message: 'Correo o contraseña incorrectos' },
    });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  test('after five wrong tries only when the wait is over, and his phones go on meanwhile', async () => {
    const phone = await freshSession();
    for (let tries = 0; tries < 5; tries += 1) await logIn('ana@campo.test', 'no es esta 77');
    const held = await logIn('ana@campo.test', testPassword);
    expect(held).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    expect((await refresh(phone.refresh_token)).status).toBe(200);
    server.clock.now += minute;
    expect((await logIn('ana@campo.test', testPassword)).status).toBe(200);
  });

  test('and of thirty guesses at once only the first few are judged', async () => {
    const guesses = await Promise.all(Array.from({ length: 30 }, () => logIn('beto@campo.test', 'no es esta 77')));
    const judged = guesses.filter((guess) => guess.status === 401);
    expect(judged.length).toBeLessThanOrEqual(5);
    expect(guesses.filter((guess) => guess.status === 429)).toHaveLength(30 - judged.length);
    server.clock.now += 20 * minute;
  });

  test('and a hundred more than can wait are told to come back, while records go on being written', async () => {
    const { token } = await freshSession();
    const storm = Promise.all(Array.from({ length: 130 }, () => logIn('caro@campo.test', 'no es esta 77')));
    const started = performance.now();
    const address = `/api/lot/create/${server.organizationId}`;
    const lot = await server.as(null, 'POST', address, { name: 'El Ceibo', hectares: 1 }, bearer(token));
    const tookMs = performance.now() - started;
    expect(lot.status).toBe(200);
    const answers = await storm;
    expect(tookMs).toBeLessThan((performance.now() - started) / 2);
    const turnedAway = answers.filter((answer) => answer.status === 503);
    expect(turnedAway.length).toBeGreaterThan(0);
    expect(turnedAway[0]?.body).toMatchObject({ ok: false, code: 'SERVER_BUSY' });
    expect(turnedAway[0]?.headers).toHaveProperty('retry-after');
    server.clock.now += 20 * minute;
  });
});

describe('A session is renewed', () => {
  test('with a new pair each time, and the old token is dead after its minute of grace', async () => {
    const first = await freshSession();
    const second = (await refresh(first.refresh_token)).body;
    expect(second['refresh_token']).not.toBe(first.refresh_token);
    server.clock.now += 61_000;
    const third = (await refresh(second['refresh_token'])).body;
    expect((await withToken(third['token'])).status).toBe(200);
  });

  test('again with the same answer, when the answer was lost, even days later', async () => {
    const { refresh_token } = await freshSession();
    const attempt = randomUUID();
    const answered = await refresh(refresh_token, attempt);
    server.clock.now += 8 * day;
    const again = await refresh(refresh_token, attempt);
    expect(again.status).toBe(200);
    expect(again.body['refresh_token']).toBe(answered.body['refresh_token']);
    expect((await refresh(again.body['refresh_token'])).status).toBe(200);
  });

  test('for two tabs that ask within the minute: both get the same child', async () => {
    const { refresh_token } = await freshSession();
    const [one, other] = await Promise.all([refresh(refresh_token), refresh(refresh_token)]);
    expect(one.status).toBe(200);
    expect(other.body['refresh_token']).toBe(one.body['refresh_token']);
  });

  test('never with an old token by somebody else: the whole session ends, for him and for the thief', async () => {
    const stolen = await freshSession();
    const owner = (await refresh(stolen.refresh_token)).body;
    server.clock.now += 61_000;
    const thief = await refresh(stolen.refresh_token);
    expect(thief).toMatchObject({ status: 401, body: { code: 'SESSION_REUSE', message: 'session expired' } });
    for (const answer of [await refresh(owner['refresh_token']), await withToken(owner['token'])]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED', message: 'session expired' } });
    }
  });

  test('not after ninety days without use, nor on the day 181 with daily use', async () => {
    const idle = await freshSession();
    let used = await freshSession();
    const start = server.clock.now;
    for (let days = 60; days <= 180; days += 60) {
      server.clock.now = start + days * day - minute;
      const { body } = await refresh(used.refresh_token);
      used = { token: body['token'], refresh_token: body['refresh_token'] };
      expect(used.token).toEqual(expect.any(String));
    }
    server.clock.now = start + 180 * day + 2 * minute;
    for (const old of [idle, used]) {
      expect(await refresh(old.refresh_token)).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
    }
  });
});

describe('A session ends', () => {
  test('when its person logs out', async () => {
    const session = await freshSession();
    expect((await server.as(null, 'POST', '/api/auth/log-out', undefined, bearer(session.token))).body).toEqual({
      ok: true,
    });
    for (const answer of [await withToken(session.token), await refresh(session.refresh_token)]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED', message: 'session expired' } });
    }
  });

  test('when he ends it from another phone, where he sees his own devices and no token', async () => {
    const lost = await freshSession();
    const phone = await freshSession();
    const mine = (await withToken(lost.token, '/api/auth/session')).body['sessions'] as {
      id: string;
      current: boolean;
    }[];
    const current = mine.filter((session) => session.current);
    expect(current).toHaveLength(1);
    expect(JSON.stringify(mine)).not.toMatch(/token|hash|eyJ/);
    const address = `/api/auth/session/${current[0]?.id}`;
    expect((await server.as(null, 'DELETE', address, undefined, bearer(phone.token))).status).toBe(200);
    expect((await withToken(lost.token)).status).toBe(401);
    expect((await withToken(phone.token)).status).toBe(200);
  });

  test('but not by anybody else: another person’s session is not found', async () => {
    const ana = await freshSession();
    const [mine] = (await withToken(ana.token, '/api/auth/session')).body['sessions'] as { id: string }[];
    const dana = (await logIn('dana@campo.test', testPassword)).body;
    const answer = await server.as(null, 'DELETE', `/api/auth/session/${mine?.id}`, undefined, bearer(dana['token']));
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await withToken(ana.token)).status).toBe(200);
  });

  test('and the one used longest ago makes room for the twenty-first', async () => {
    const { userIds, db } = server;
    for (let devices = 0; devices < 22; devices += 1) {
      server.clock.now += 1000;
      await logIn('dana@campo.test', testPassword);
    }
    const living = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userIds.dana)
      .where('ended_at', 'is', null)
      .execute();
    expect(living).toHaveLength(20);
  });
});

describe('A token is refused with its own words', () => {
  test.each([
    ['none at all', undefined, 'TOKEN_MISSING', 'Please provide token'],
    ['no bearer', 'Basic YW5hOmFuYQ==', 'TOKEN_MISSING', 'Please provide token'],
    ['something that is none', 'Bearer hola', 'TOKEN_INVALID', 'invalid token'],
    ['three empty parts', 'Bearer ..', 'TOKEN_INVALID', 'invalid token'],
  ])('%s', async (_what, authorization, code, message) => {
    const answer = await server.as(null, 'GET', '/api/user', undefined, authorization ? { authorization } : {});
    expect(answer).toMatchObject({ status: 401, body: { ok: false, code, message } });
  });

  test('when its quarter of an hour is over', async () => {
    const { token } = await freshSession();
    server.clock.now += 17 * minute;
    expect(await withToken(token)).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_EXPIRED', message: 'token expired' },
    });
  });

  test('when it is of the other type', async () => {
    const { token, refresh_token } = await freshSession();
    expect((await withToken(refresh_token)).body['code']).toBe('TOKEN_INVALID');
    expect((await refresh(token)).body['code']).toBe('TOKEN_INVALID');
  });

  test.each([
    ['another key', 'tranquera', new Uint8Array(32).fill(9)],
    ['another audience', 'otro', new Uint8Array(32).fill(1)],
  ])('when it is forged with %s', async (_what, audience, key) => {
    const forged = await new SignJWT({ typ: 'access', sid: 'any', sup: true })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(server.userIds.ana)
      .setIssuer('tranquera')
      .setAudience(audience)
      .setExpirationTime(Math.floor(server.clock.now / 1000) + 600)
      .sign(key);
    expect(await withToken(forged)).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } });
  });

  test('when it says that it needs no signature', async () => {
    const { token } = await freshSession();
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    const [, payload] = String(token).split('.');
    expect((await withToken(`${header}.${payload}.`)).body['code']).toBe('TOKEN_INVALID');
  });
});

closesInOrder(() => server);
