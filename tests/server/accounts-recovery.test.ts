import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account, everyAccountRow, lastCode, said, wrong } from '../support/account.ts';
import { ratioOf } from '../support/quickest.ts';
import { closesInOrder, createTestServer, testPassword, type TestServer } from '../support/server.ts';

let server: TestServer;
let own: ReturnType<typeof account>;

beforeAll(async () => {
  server = await createTestServer();
  own = account(server);
});

const minute = 60_000;
const hour = 60 * minute;
const ana = 'ana@campo.test';
const beto = 'beto@campo.test';
const newPassword = 'el ombú de la loma 9';

const ask = (email: string) => own.post('send-recovery-code', { email });
const verify = (email: string, code: string) => own.post('verify-recovery-code', { email, code });
const reset = (body: object) => own.post('reset-password', { password: newPassword, ...body });
const wrongCode = {
  status: 400,
  body: { ok: false, code: 'WRONG_CODE', message: 'El código no es correcto o ya venció' },
};

/** A code that has just come to somebody. */
const codeFor = async (email: string): Promise<string> => {
  expect((await ask(email)).status).toBe(200);
  return lastCode(server, email);
};

beforeEach(() => {
  // Another day: the count of codes begins anew.
  server.clock.now += 25 * hour;
});

describe('Somebody who forgot the password', () => {
  test('gets a code of six figures by mail, changes it for a token and the token for a new password', async () => {
    const phone = (await own.logIn(ana)).body;
    const code = await codeFor(ana);
    const { body } = await verify(' ANA@campo.test', `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(body).toEqual({ ok: true, reset_token: expect.stringMatching(/^[\w-]{43}$/) as string });
    const answer = await reset({ email: ana, reset_token: body['reset_token'] });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(answer.body).not.toHaveProperty('token');
    expect((await own.logIn(ana)).status).toBe(401);
    expect((await own.logIn(ana, newPassword)).status).toBe(200);
    for (const old of [
      await own.with(phone['token'], 'GET', '/api/user'),
      await own.post('refresh-token', { refresh_token: phone['refresh_token'] }),
    ])
      expect(old).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED' } });
    const told = server.outside.mails.filter((mail) => mail.to === ana && mail.subject === 'Se cambió tu contraseña');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).not.toMatch(new RegExp(`${newPassword}|\\d{6}`));
    expect(server.outside.endedSessions.length).toBeGreaterThan(0);
  });

  test('may also show the code with the new password at once', async () => {
    const code = await codeFor(beto);
    expect((await reset({ email: beto, code })).status).toBe(200);
    expect((await own.logIn(beto, newPassword)).status).toBe(200);
    expect(await reset({ email: beto, code })).toMatchObject(wrongCode);
  });

  test('after a hundred wrong passwords the right one is not taken any more, and a code opens again', async () => {
    await server.db.updateTable('users').set({ failed_logins: 100 }).where('email', '=', beto).execute();
    expect(await own.logIn(beto, newPassword)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect((await reset({ email: beto, code: await codeFor(beto) })).status).toBe(200);
    expect((await own.logIn(beto, newPassword)).status).toBe(200);
  });

  test('chooses no password that everybody tries first: nor his name, nor his farm’s, nor the product’s', async () => {
    const code = await codeFor(ana);
    const { reset_token } = (await verify(ana, code)).body;
    for (const password of ['12345678', 'campo2026', 'La Esperanza', 'esperanza1', 'PÉREZ1234', 'Tranquera1']) {
      const answer = await reset({ email: ana, reset_token, password });
      expect(answer).toMatchObject({ status: 400, body: { code: 'WEAK_PASSWORD' } });
    }
    expect((await reset({ email: ana, reset_token })).status).toBe(200);
  });
});

describe('A code', () => {
  test('is good for ten minutes and not a second more', async () => {
    const late = await codeFor(ana);
    server.clock.now += 10 * minute + 1000;
    expect(await verify(ana, late)).toMatchObject(wrongCode);
    const early = await codeFor(ana);
    server.clock.now += 10 * minute - 1000;
    expect((await verify(ana, early)).status).toBe(200);
  });

  test('is good once', async () => {
    const code = await codeFor(ana);
    expect((await verify(ana, code)).status).toBe(200);
    expect(await verify(ana, code)).toMatchObject(wrongCode);
  });

  test('of two that come at once opens for one', async () => {
    const code = await codeFor(ana);
    const answers = await Promise.all([verify(ana, code), verify(ana, code)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('is worth nothing once a newer one was asked for', async () => {
    const older = await codeFor(ana);
    const newer = await codeFor(ana);
    expect(await verify(ana, older)).toMatchObject(wrongCode);
    expect((await verify(ana, newer)).status).toBe(200);
  });

  test('opens no other address', async () => {
    const code = await codeFor(ana);
    expect(await verify(beto, code)).toMatchObject(wrongCode);
    expect(await verify('nadie@campo.test', code)).toMatchObject(wrongCode);
  });

  test('dies of five wrong tries: the sixth is refused although it is right', async () => {
    const code = await codeFor(ana);
    for (let tries = 0; tries < 5; tries += 1) expect(await verify(ana, wrong(code))).toMatchObject(wrongCode);
    expect(await verify(ana, code)).toMatchObject(wrongCode);
  });

  test('is held against five guesses at most, however many come at once', async () => {
    const code = await codeFor(ana);
    await Promise.all(Array.from({ length: 60 }, () => verify(ana, wrong(code))));
    const row = await server.db
      .selectFrom('one_time_codes')
      .select('tries')
      .where('target', '=', ana)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(row.tries).toBe(5);
  });

  test('is kept as a slow hash: a copy of the database gives none away', async () => {
    const code = await codeFor(ana);
    await verify(ana, wrong(code));
    const dump = await everyAccountRow(server);
    const quick = ['hex', 'base64', 'base64url'] as const;
    for (const form of quick) expect(dump).not.toContain(createHash('sha256').update(code).digest(form));
    expect(dump).not.toMatch(new RegExp(`"${code}"|\\b${code}\\b`));
    expect(dump).toContain('$argon2id$v=19$m=4096,t=1,p=1$');
  });
});

describe('Who asks learns nothing', () => {
  test('neither by the answer nor by the time whether an address has an account', async () => {
    const answers = new Set<string>();
    const askFor = (email: string) => async () => {
      server.clock.now += 6 * minute + 3 * hour;
      answers.add(JSON.stringify(said(await ask(email))));
    };
    const ratio = await ratioOf([askFor(ana), askFor('nadie@campo.test')], 1.5, 50);
    expect(answers.size).toBe(1);
    expect(ratio).toBeLessThan(1.5);
    expect(server.outside.mails.filter((mail) => mail.to === 'nadie@campo.test')).toEqual([]);
  });

  test('and codes that nobody gets are refused like wrong ones, try for try', async () => {
    await ask('nadie@campo.test');
    await ask(ana);
    const code = wrong(lastCode(server, ana));
    for (let tries = 0; tries < 7; tries += 1)
      expect(said(await verify('nadie@campo.test', code))).toEqual(said(await verify(ana, code)));
  });

  test('and a fourth letter within ten minutes is held back, for an address that has an account and one that has none', async () => {
    for (const email of [ana, 'nadie@campo.test']) {
      for (let sent = 0; sent < 3; sent += 1) expect((await ask(email)).status).toBe(200);
      const held = await ask(email);
      expect(held).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
      expect(Number(held.headers['retry-after'])).toBeGreaterThan(500);
    }
    server.clock.now += 10 * minute + 1000;
    expect((await ask(ana)).status).toBe(200);
  });

  test('and the eleventh of a day too', async () => {
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await ask(ana)).status).toBe(200);
      server.clock.now += 11 * minute;
    }
    expect((await ask(ana)).status).toBe(429);
  });

  test('and one network address asks for twenty a day, whoever they are for', async () => {
    const from = (email: string) =>
      server.core.dispatch({
        method: 'POST',
        path: '/api/auth/send-recovery-code',
        query: {},
        headers: {},
        body: { email },
        address: '203.0.113.7',
      });
    for (let sent = 0; sent < 20; sent += 1) expect((await from(`vecino${sent}@campo.test`)).status).toBe(200);
    expect((await from('otro@campo.test')).status).toBe(429);
    expect((await ask('otro@campo.test')).status).toBe(200);
  });

  test('and changes nothing: meanwhile the owner of the address signs in as ever', async () => {
    await ask(beto);
    await verify(beto, '000000');
    expect((await own.logIn(beto, newPassword)).status).toBe(200);
  });
});

describe('The second step is not skipped', () => {
  test.each([
    ['without code or token', {}, 'INVALID_BODY'],
    ['with both', { code: '123456', reset_token: 'x' }, 'INVALID_BODY'],
    ['with a token that is none', { reset_token: 'x'.repeat(43) }, 'WRONG_CODE'],
    ['with a code of five figures', { code: '12345' }, 'INVALID_BODY'],
  ])('%s', async (_what, body, code) => {
    expect(await reset({ email: ana, ...body })).toMatchObject({ status: 400, body: { ok: false, code } });
  });

  test('with a token that was used, is older than ten minutes, or another person’s', async () => {
    const token = async () => (await verify(ana, await codeFor(ana))).body['reset_token'];
    const used = await token();
    expect(await reset({ email: beto, reset_token: used })).toMatchObject(wrongCode);
    expect((await reset({ email: ana, reset_token: used })).status).toBe(200);
    expect(await reset({ email: ana, reset_token: used })).toMatchObject(wrongCode);
    const old = await token();
    server.clock.now += 10 * minute + 1000;
    expect(await reset({ email: ana, reset_token: old })).toMatchObject(wrongCode);
  });

  test('and the token opens no other call', async () => {
    const { reset_token } = (await verify(ana, await codeFor(ana))).body;
    for (const [method, path] of [
      ['GET', '/api/user'],
      ['POST', '/api/auth/change-password'],
    ] as const)
      expect(await own.with(reset_token, method, path, {})).toMatchObject({
        status: 401,
        body: { code: 'TOKEN_INVALID' },
      });
    const first = { authorization: `Bearer ${String(reset_token)}` };
    const initial = await own.post('admin/set-initial-password', { email: ana, password: newPassword }, first);
    expect(initial).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } });
  });
});

test('A failing post fails no call', async () => {
  const { mails } = server.outside;
  const push = mails.push.bind(mails);
  mails.push = () => {
    throw new Error('the post is closed');
  };
  expect((await ask(ana)).status).toBe(200);
  mails.push = push;
  expect(String(server.bugs.splice(0)[0])).toContain('the post is closed');
});

test('Nothing of all this is remembered under a key', async () => {
  const key = { 'idempotency-key': randomUUID() };
  await own.post('send-recovery-code', { email: ana }, key);
  const rows = await server.db
    .selectFrom('operations')
    .select('key')
    .where('key', '=', key['idempotency-key'])
    .execute();
  expect(rows).toEqual([]);
  expect(testPassword).not.toBe(newPassword);
});

closesInOrder(() => server);
