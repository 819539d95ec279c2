import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account, everyAccountRow, lastCode, wrong } from '../support/account.ts';
import { closesInOrder, createTestServer, testPassword, type TestServer } from '../support/server.ts';

let server: TestServer;
let own: ReturnType<typeof account>;

beforeAll(async () => {
  server = await createTestServer();
  own = account(server);
});

const minute = 60_000;
const hour = 60 * minute;
const newPassword = 'el ombú de la loma 9';
const passwords: Record<string, string> = {};
const mailOf = (who: string): string => `${who}@campo.test`;

/** A new session of somebody; the clock runs on, so that no limit of another fact is met. */
const session = async (who: string): Promise<{ token: unknown; refresh_token: unknown }> => {
  const { body } = await own.logIn(mailOf(who), passwords[who] ?? testPassword);
  return { token: body['token'], refresh_token: body['refresh_token'] };
};
const isAlive = async (token: unknown): Promise<boolean> => (await own.with(token, 'GET', '/api/user')).status === 200;
const change = (token: unknown, path: string, body: object, key?: string) =>
  server.as(null, 'POST', `/api/auth/${path}`, body, {
    authorization: `Bearer ${String(token)}`,
    ...(key && { 'idempotency-key': key }),
  });
const wrongPassword = {
  status: 403,
  body: { ok: false, code: 'WRONG_PASSWORD', message: 'La contraseña no es correcta' },
};

beforeEach(() => {
  server.clock.now += 25 * hour;
});

describe('A person changes the password', () => {
  test('and stays in with the phone in his hand, while every other one has to show the new password', async () => {
    const [lost, other, hand] = [await session('ana'), await session('ana'), await session('ana')];
    const body = { current_password: testPassword, new_password: newPassword };
    expect(await change(hand.token, 'change-password', body)).toMatchObject({ status: 200, body: { ok: true } });
    passwords['ana'] = newPassword;
    expect(await Promise.all([lost, other, hand].map(({ token }) => isAlive(token)))).toEqual([false, false, true]);
    const renewed = await own.post('refresh-token', { refresh_token: hand.refresh_token });
    expect(renewed.status).toBe(200);
    const gone = await own.post('refresh-token', { refresh_token: lost.refresh_token });
    expect(gone).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED' } });
    expect((await own.logIn(mailOf('ana'))).status).toBe(401);
    const told = server.outside.mails.filter((mail) => mail.to === mailOf('ana') && /contraseña/.test(mail.subject));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).not.toContain(newPassword);
  });

  test('not without the old one: a stolen access token changes nothing, and guesses are held back', async () => {
    const { token } = await session('beto');
    const before = (await server.db.selectFrom('users').select('password_hash').execute()).map(
      (row) => row.password_hash,
    );
    const guess = { current_password: 'no es esta 77', new_password: newPassword };
    for (let tries = 0; tries < 5; tries += 1)
      expect(await change(token, 'change-password', guess)).toMatchObject(wrongPassword);
    const held = await change(token, 'change-password', { ...guess, current_password: testPassword });
    expect(held).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    const after = (await server.db.selectFrom('users').select('password_hash').execute()).map(
      (row) => row.password_hash,
    );
    expect(after).toEqual(before);
    expect(await isAlive(token)).toBe(true);
  });

  test('not to one that everybody tries first', async () => {
    const { token } = await session('beto');
    const body = { current_password: testPassword, new_password: 'la esperanza 1' };
    expect(await change(token, 'change-password', body)).toMatchObject({
      status: 400,
      body: { code: 'WEAK_PASSWORD', issues: [{ path: 'new_password' }] },
    });
  });

  test('once for one key, and a refusal under a key is judged anew', async () => {
    const { token } = await session('caro');
    const key = randomUUID();
    const body = { current_password: 'no es esta 77', new_password: newPassword };
    expect(await change(token, 'change-password', body, key)).toMatchObject(wrongPassword);
    const right = { ...body, current_password: testPassword };
    const [first, again] = [
      await change(token, 'change-password', right, key),
      await change(token, 'change-password', right, key),
    ];
    passwords['caro'] = newPassword;
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers['idempotency-status']).toBe('replayed');
  });
});

describe('A person changes the address', () => {
  const email = 'ana.nueva@campo.test';

  test('first by a code that goes to the new one: until it comes back the old one holds', async () => {
    const { token } = await session('ana');
    const asked = await change(token, 'change-email', { password: newPassword, email });
    expect(asked).toMatchObject({ status: 200, body: { ok: true, pending: true } });
    const { user } = (await own.with(token, 'GET', '/api/user')).body as { user: { email: string } };
    expect(user.email).toBe(mailOf('ana'));
    expect((await own.logIn(email, newPassword)).status).toBe(401);
    const wrongOne = { password: newPassword, email, code: wrong(lastCode(server, email)) };
    expect(await change(token, 'change-email', wrongOne)).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } });
    const done = await change(token, 'change-email', { password: newPassword, email, code: lastCode(server, email) });
    expect(done).toMatchObject({ status: 200, body: { ok: true, pending: false } });
    expect((await own.logIn(email, newPassword)).status).toBe(200);
    expect((await own.logIn(mailOf('ana'), newPassword)).status).toBe(401);
    const told = server.outside.mails.findLast((mail) => mail.to === mailOf('ana'));
    expect(told?.text).toContain(email);
  });

  test('never without the password', async () => {
    const { token } = await session('beto');
    const answer = await change(token, 'change-email', { password: 'no es esta 77', email: 'ladron@campo.test' });
    expect(answer).toMatchObject(wrongPassword);
    expect(server.outside.mails.filter((mail) => mail.to === 'ladron@campo.test')).toEqual([]);
  });

  test('never to one that another has, not even with a code of his own', async () => {
    const { token } = await session('beto');
    const body = { password: testPassword, email: 'libre@campo.test' };
    await change(token, 'change-email', body);
    const code = lastCode(server, body.email);
    expect(await change(token, 'change-email', { password: testPassword, email })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    });
    const taken = await change(token, 'change-email', { password: testPassword, email: mailOf('dana'), code });
    expect(taken).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    const other = await change(token, 'change-email', { ...body, email: 'otra@campo.test', code });
    expect(other).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } });
  });

  test('and the farm hears of it: its feed and its screens', async () => {
    const feed = await server.db
      .selectFrom('changes')
      .select('row_id')
      .where('organization_id', '=', server.organizationId)
      .where('table_name', '=', 'members')
      .execute();
    expect(feed.map((row) => row.row_id)).toContain(server.userIds.ana);
    const { announced } = server.outside;
    expect(announced.flatMap(({ announcements }) => announcements)).toContainEqual({
      action: 'update-organization',
      payload: {},
    });
  });
});

describe('A person ends his account', () => {
  const farewell = (token: unknown, password: string) =>
    own.with(token, 'DELETE', '/api/auth/delete-account', { password });

  test('not without the password', async () => {
    const { token } = await session('dana');
    expect(await farewell(token, 'no es esta 77')).toMatchObject(wrongPassword);
    expect(await isAlive(token)).toBe(true);
  });

  test('not while he is the last owner of a farm with others in it', async () => {
    const { body } = await own.logIn('ana.nueva@campo.test', newPassword);
    const answer = await farewell(body['token'], newPassword);
    expect(answer).toMatchObject({
      status: 409,
      body: { ok: false, code: 'LAST_OWNER', message: 'Tiene que quedar al menos un dueño' },
    });
    expect(await isAlive(body['token'])).toBe(true);
  });

  test('of two owners who leave at the same moment one stays', async () => {
    await server.db
      .updateTable('memberships')
      .set({ role: 'owner' })
      .where('user_id', '=', server.userIds.beto)
      .execute();
    const ana = (await own.logIn('ana.nueva@campo.test', newPassword)).body;
    const beto = await session('beto');
    const answers = await Promise.all([farewell(ana['token'], newPassword), farewell(beto.token, testPassword)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const owners = await server.db
      .selectFrom('memberships')
      .select('user_id')
      .where('organization_id', '=', server.organizationId)
      .where('role', '=', 'owner')
      .where('removed_at', 'is', null)
      .execute();
    expect(owners).toHaveLength(1);
  });

  test('and every phone of his is out, his name is gone, his records stay, and the address is free', async () => {
    const [phone, hand] = [await session('caro'), await session('caro')];
    // Somebody has signed up with what once stood in place of an erased address.
    const squatter = { password: newPassword, first_name: 'X', last_name: 'Y', phone: '+5491155550109' };
    const reserved = `${server.userIds.caro}@cuenta.invalid`;
    expect((await own.post('sign-up', { ...squatter, email: reserved })).status).toBe(200);
    for (const email of [`cuenta-eliminada:${server.userIds.caro}`, `sin-acceso:${server.userIds.caro}`])
      expect((await own.post('sign-up', { ...squatter, email })).status).toBe(400);
    const lluvia = await own.with(hand.token, 'POST', `/api/movement/weather/rain/${server.organizationId}`, {
      date: '2026-11-20',
      mm: 12,
    });
    const { id } = lluvia.body['movement'] as { id: string };
    expect((await farewell(hand.token, newPassword)).status).toBe(200);
    expect(await Promise.all([phone, hand].map(({ token }) => isAlive(token)))).toEqual([false, false]);
    expect((await own.logIn(mailOf('caro'), newPassword)).status).toBe(401);
    const user = await server.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', server.userIds.caro)
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({ first_name: 'Usuario eliminado', last_name: '', phone: null, password_hash: '' });
    const movement = await server.db.selectFrom('movements').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(movement).toMatchObject({ created_by: server.userIds.caro, deleted: 0 });
    expect(await everyAccountRow(server)).not.toContain(mailOf('caro'));
    const again = await own.post('sign-up', {
      email: mailOf('caro'),
      password: newPassword,
      first_name: 'Caro',
      last_name: 'Díaz',
      phone: '+5491155550102',
    });
    expect(again.status).toBe(200);
    const farms = await own.with(again.body['token'], 'GET', '/api/organization/my-organizations');
    expect(farms.body['organizations']).toEqual([]);
  });

  test('alone on his farm he may go', async () => {
    const { token } = await session('dana');
    const made = await own.with(token, 'POST', '/api/organization', { name: 'Lo de Dana' });
    const { id } = made.body['organization'] as { id: string };
    expect((await farewell(token, testPassword)).status).toBe(200);
    const farm = await server.db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(farm).toMatchObject({ deleted_by: server.userIds.dana, deleted_at: expect.any(String) as string });
  });
});

describe('None of the calls', () => {
  const calls = [
    ['POST', 'change-password', { current_password: testPassword, new_password: newPassword }],
    ['POST', 'change-email', { password: testPassword, email: 'x@campo.test' }],
    ['DELETE', 'delete-account', { password: testPassword }],
    ['POST', 'send-code-phone', { phone: '1155550199' }],
    ['POST', 'validate-code', { phone: '1155550199', code: '123456' }],
    ['POST', 'change-phone', { phone: '1155550199', code: '123456', password: testPassword }],
    ['POST', 'admin/set-initial-password', { email: 'x@campo.test', password: newPassword }],
  ] as const;

  test.each(calls)('%s %s is served without a token, or with a strange one', async (method, path, body) => {
    const address = `/api/auth/${path}`;
    expect(await server.as(null, method, address, body)).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_MISSING' },
    });
    expect(await own.with('abc', method, address, body)).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_INVALID' },
    });
  });

  test.each(calls)('%s %s takes what it does not know', async (method, path, body) => {
    const signedIn = (await own.logIn(mailOf('caro'), newPassword)).body['token'];
    for (const odd of [{ ...body, is_super_admin: true }, {}, { password: 7, email: [], phone: null, code: 1 }]) {
      const answer = await own.with(signedIn, method, `/api/auth/${path}`, odd);
      expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'INVALID_BODY' } });
    }
  });
});

closesInOrder(() => server);
