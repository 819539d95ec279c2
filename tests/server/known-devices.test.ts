import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { headers as headerNames } from '../../src/contract/constants.ts';
import { account, everyAccountRow, lastCode, wrong } from '../support/account.ts';
import { closesInOrder, createTestServer, testPassword, type TestServer } from '../support/server.ts';

let server: TestServer;
let own: ReturnType<typeof account>;
/** What Ana's phone was told at its first log-in. */
let phone: string;

beforeAll(async () => {
  server = await createTestServer();
  own = account(server);
});

beforeEach(async () => {
  // Another day: what was tried, and the codes that were sent, count anew.
  server.clock.now += 25 * 3_600_000;
  await server.db.updateTable('users').set({ failed_logins: 0, blocked_until: null }).execute();
  phone = await deviceAfter(own.logIn(ana));
});

const ana = 'ana@campo.test';
const wrongPassword = 'no es esta 77';
const newPassword = 'el ombú de la loma 9';
const from = (device: string | null): Readonly<Record<string, string>> =>
  device === null ? {} : { [headerNames.knownDevice]: device };

/** The device's own word, as the answer of a log-in tells it. */
async function deviceAfter(answer: Promise<{ readonly body: Readonly<Record<string, unknown>> }>): Promise<string> {
  const { body } = await answer;
  expect(body['known_device']).toMatch(/^[\w-]{43}$/);
  return String(body['known_device']);
}

const logIn = (device: string | null, password = testPassword, email = ana) =>
  own.post('log-in', { email, password }, from(device));
const ask = (device: string | null) => own.post('send-recovery-code', { email: ana }, from(device));
const verify = (device: string | null, code: string) =>
  own.post('verify-recovery-code', { email: ana, code }, from(device));

/** Somebody who knows the address, and no password, tries for as long as he is let. */
async function strangersTry(times: number): Promise<void> {
  for (let tried = 0; tried < times; tried += 1) {
    await logIn(null, wrongPassword);
    server.clock.now += 16 * 60_000;
  }
  await logIn(null, wrongPassword);
}

describe('Wrong passwords of strangers', () => {
  test('hold back other strangers, and not a device that the person has been in on', async () => {
    await strangersTry(8);
    expect((await logIn(null)).status).toBe(429);
    expect((await logIn(phone)).status).toBe(200);
  });

  test('end in a recovery for who comes with a strange device alone', async () => {
    await server.db.updateTable('users').set({ failed_logins: 100 }).where('email', '=', ana).execute();
    expect((await logIn(null)).status).toBe(429);
    expect((await logIn(phone)).status).toBe(200);
    expect((await logIn(null)).status).toBe(429);
  });

  test('keep nobody who is in from changing his password', async () => {
    const { token } = (await logIn(phone)).body;
    await strangersTry(8);
    // Fifteen minutes and more have gone by since: his token has ended meanwhile, and he has come in again.
    const again = (await logIn(phone)).body;
    expect(again['token']).not.toBe(token);
    const changed = await own.with(again['token'], 'POST', '/api/auth/change-password', {
      current_password: testPassword,
      new_password: newPassword,
    });
    expect(changed.status).toBe(200);
    const back = await own.with(again['token'], 'POST', '/api/auth/change-password', {
      current_password: newPassword,
      new_password: testPassword,
    });
    expect(back.status).toBe(200);
  });
});

describe('A known device', () => {
  test('has its own count: its wrong passwords make it wait, and nobody else', async () => {
    for (let tried = 0; tried < 5; tried += 1) expect((await logIn(phone, wrongPassword)).status).toBe(401);
    expect((await logIn(phone)).status).toBe(429);
    expect((await logIn(null)).status).toBe(200);
  });

  test('is known to the accounts that were opened on it, each with its own count', async () => {
    const beto = 'beto@campo.test';
    expect((await logIn(phone, wrongPassword, beto)).status).toBe(401);
    const { known_device } = (await logIn(phone, testPassword, beto)).body;
    expect(known_device).toBe(phone);
    for (let tried = 0; tried < 5; tried += 1) await logIn(phone, wrongPassword, beto);
    expect((await logIn(phone, testPassword, beto)).status).toBe(429);
    expect((await logIn(phone)).status).toBe(200);
  });

  test.each([
    ['no word', ''],
    ['a short one', 'x'],
    ['one of the right shape', 'a'.repeat(43)],
    ['one of other letters', 'ñ'.repeat(43)],
    ['one with a line break', `${'a'.repeat(42)}\n`],
    ['one without end', 'a'.repeat(9000)],
  ])('is none by a word that nobody was told: %s', async (_name, word) => {
    await strangersTry(8);
    expect((await logIn(word)).status).toBe(429);
  });

  test('is twenty at most, those used longest ago are forgotten', async () => {
    for (let count = 0; count < 20; count += 1) {
      server.clock.now += 60_000;
      expect((await logIn(null)).status).toBe(200);
    }
    const rows = await server.db
      .selectFrom('known_devices')
      .select('id')
      .where('user_id', '=', server.userIds.ana)
      .execute();
    expect(rows).toHaveLength(20);
    await strangersTry(8);
    expect((await logIn(phone)).status).toBe(429);
  });

  test('is forgotten when its phone is lost', async () => {
    const desk = await own.logIn(ana);
    const { sessions } = (await own.with(desk.body['token'], 'GET', '/api/auth/session')).body as {
      readonly sessions: readonly { readonly id: string; readonly current: boolean }[];
    };
    for (const { id } of sessions.filter(({ current }) => !current))
      await own.with(desk.body['token'], 'POST', `/api/auth/session/${id}/lost`);
    await strangersTry(8);
    expect((await logIn(phone)).status).toBe(429);
    expect((await logIn(String(desk.body['known_device']))).status).toBe(200);
  });

  test('is forgotten with a password that is changed elsewhere', async () => {
    const desk = await own.logIn(ana);
    const change = (current_password: string, new_password: string) =>
      own.with(desk.body['token'], 'POST', '/api/auth/change-password', { current_password, new_password });
    expect((await change(testPassword, newPassword)).status).toBe(200);
    expect((await change(newPassword, testPassword)).status).toBe(200);
    await strangersTry(8);
    expect((await logIn(phone)).status).toBe(429);
    expect((await logIn(String(desk.body['known_device']))).status).toBe(200);
  });

  test('is kept as a hash alone', async () => {
    expect(await everyAccountRow(server)).not.toContain(phone);
  });
});

describe('A session that was left without signal', () => {
  const meOf = async (token: unknown) => (await own.with(token, 'GET', '/api/user')).status;
  const sessionOf = (token: unknown): string =>
    String((JSON.parse(atob(String(token).split('.')[1] ?? '')) as { readonly sid: string }).sid);
  const tellLeft = (device: string | null, ids: readonly string[]) =>
    own.post('left-sessions', { session_ids: ids }, from(device));

  test('ends when its device says so, whoever is in there by now', async () => {
    const left = (await logIn(phone)).body['token'];
    const next = (await logIn(phone, testPassword, 'beto@campo.test')).body['token'];
    expect((await tellLeft(phone, [sessionOf(left)])).status).toBe(200);
    expect(server.outside.endedSessions).toContain(sessionOf(left));
    expect([await meOf(left), await meOf(next)]).toEqual([401, 200]);
  });

  test('is ended by no other device, and by none that shows nothing; the answer is the same', async () => {
    const here = (await logIn(phone)).body['token'];
    const other = String((await logIn(null, testPassword, 'beto@campo.test')).body['known_device']);
    for (const device of [other, null, 'a'.repeat(43)])
      expect((await tellLeft(device, [sessionOf(here)])).body).toEqual({ ok: true });
    expect(await meOf(here)).toBe(200);
  });
});

describe('Codes that strangers ask for', () => {
  test('use up nothing of a known device’s, and end no code that it waits for', async () => {
    expect((await ask(phone)).status).toBe(200);
    const code = lastCode(server, ana);
    expect((await ask(null)).status).toBe(200);
    for (let tried = 0; tried < 6; tried += 1) await verify(null, wrong(code));
    expect(await verify(phone, code)).toMatchObject({ status: 200, body: { ok: true } });
  });

  test('are as many as may be, and the known device still gets its own', async () => {
    for (let asked = 0; asked < 10; asked += 1) {
      await ask(null);
      server.clock.now += 11 * 60_000;
    }
    expect((await ask(null)).status).toBe(429);
    expect((await ask(phone)).status).toBe(200);
    const code = lastCode(server, ana);
    const { reset_token } = (await verify(phone, code)).body;
    const body = { email: ana, reset_token, password: newPassword };
    expect((await own.post('reset-password', body)).status).toBe(200);
    const { token } = (await logIn(phone, newPassword)).body;
    await own.with(token, 'POST', '/api/auth/change-password', {
      current_password: newPassword,
      new_password: testPassword,
    });
  });

  test('open nothing with what a known device was sent, nor the other way round', async () => {
    await ask(phone);
    expect((await verify(null, lastCode(server, ana))).status).toBe(400);
    server.clock.now += 11 * 60_000;
    await ask(null);
    expect((await verify(phone, lastCode(server, ana))).status).toBe(400);
  });

  test('a known device asks for three in ten minutes, as anybody does', async () => {
    for (let asked = 0; asked < 3; asked += 1) expect((await ask(phone)).status).toBe(200);
    expect((await ask(phone)).status).toBe(429);
  });
});

closesInOrder(() => server);
