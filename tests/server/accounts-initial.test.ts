import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createActivation } from '../../src/server/kernel/one-time.ts';
import { account, everyAccountRow } from '../support/account.ts';
import { closesInOrder, createTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let email: string;
let userId: string;
let token: string;

const hour = 3_600_000;
const password = 'el ombú de la loma 9';

beforeAll(async () => {
  server = await createTestServer();
});

/** The link that the farm sends to somebody it has added. */
const activate = (of: { userId: string; email: string }) =>
  server.db.transaction().execute((trx) => {
    const owner = { ...of, organizationId: server.organizationId, now: server.clock.now };
    return createActivation(trx, 'https://campo.test/', owner);
  });

beforeEach(async () => {
  userId = randomUUID();
  email = `peon-${userId.slice(0, 8)}@campo.test`;
  const created_at = new Date(server.clock.now).toISOString();
  await server.db
    .insertInto('users')
    .values({
      id: userId,
      email,
      password_hash: '',
      first_name: 'Juan',
      last_name: 'Sosa',
      phone: null,
      is_super_admin: 0,
      failed_logins: 0,
      blocked_until: null,
      created_at,
    })
    .execute();
  const membership = { organization_id: server.organizationId, user_id: userId, role: 'user' as const };
  await server.db
    .insertInto('memberships')
    .values({ ...membership, created_at, removed_at: null })
    .execute();
  ({ token } = await activate({ userId, email }));
});

const set = (body: object = {}, by: unknown = token) =>
  account(server).with(by, 'POST', '/api/auth/admin/set-initial-password', { email, password, ...body });
const refused = { status: 401, body: { ok: false, code: 'TOKEN_INVALID', message: 'invalid token' } };

describe('Somebody whom an administrator added', () => {
  test('gets a link whose token no server and no other page sees', async () => {
    const { url } = await activate({ userId, email });
    const link = new URL(url);
    expect([link.origin, link.pathname, link.search]).toEqual(['https://campo.test', '/admin-activation', '']);
    const parts = new URLSearchParams(link.hash.slice(1));
    expect(parts.get('email')).toBe(email);
    expect(parts.get('token')).toMatch(/^[\w-]{43}$/);
  });

  test('cannot get in before he has chosen a password', async () => {
    for (const guess of ['', ' ', 'cualquiera 77']) {
      const answer = await account(server).logIn(email, guess);
      expect([400, 401]).toContain(answer.status);
    }
  });

  test('chooses it by the link, is in, and is a member of that farm', async () => {
    const answer = await set();
    expect(answer).toMatchObject({ status: 200, body: { ok: true, token: expect.any(String) as string } });
    const mine = await account(server).with(answer.body['token'], 'GET', '/api/organization/my-organizations');
    expect(mine.body['organizations']).toMatchObject([{ organization: { id: server.organizationId }, role: 'user' }]);
    expect((await account(server).logIn(email, password)).status).toBe(200);
    expect((await account(server).post('refresh-token', { refresh_token: answer.body['refresh_token'] })).status).toBe(
      200,
    );
  });

  test('chooses none that everybody tries first, and may choose again', async () => {
    for (const weak of ['12345678', 'la esperanza', 'juan1234', 'vacas2026'])
      expect(await set({ password: weak })).toMatchObject({ status: 400, body: { code: 'WEAK_PASSWORD' } });
    expect((await set()).status).toBe(200);
  });
});

describe('The link', () => {
  test('is good once', async () => {
    expect((await set()).status).toBe(200);
    expect(await set({ password: 'otra cosa bien larga 3' })).toMatchObject(refused);
    expect((await account(server).logIn(email, password)).status).toBe(200);
  });

  test('of two who come at the same moment lets one in', async () => {
    const answers = await Promise.all([set(), set({ password: 'otra cosa bien larga 3' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  test('is good for 48 hours', async () => {
    server.clock.now += 48 * hour - 1000;
    expect((await set()).status).toBe(200);
    ({ token } = await activate({ userId, email }));
    server.clock.now += 48 * hour + 1000;
    expect(await set()).toMatchObject(refused);
  });

  test('is worth nothing once a newer one was sent', async () => {
    const newer = await activate({ userId, email });
    expect(await set()).toMatchObject(refused);
    expect((await set({}, newer.token)).status).toBe(200);
  });

  test('is bound to its address', async () => {
    expect(await set({ email: 'ana@campo.test' })).toMatchObject(refused);
    expect(await set({ email: 'nadie@campo.test' })).toMatchObject(refused);
    expect((await set({ email: ` ${email.toUpperCase()} ` })).status).toBe(200);
  });

  test('lets nobody in who was taken off the team meanwhile', async () => {
    const removed_at = new Date(server.clock.now).toISOString();
    await server.db.updateTable('memberships').set({ removed_at }).where('user_id', '=', userId).execute();
    expect(await set()).toMatchObject(refused);
  });

  test('opens no other call', async () => {
    for (const [method, path] of [
      ['GET', '/api/user'],
      ['GET', `/api/lot/info/${server.organizationId}`],
      ['POST', '/api/auth/change-password'],
    ] as const)
      expect(await account(server).with(token, method, path, {})).toMatchObject(refused);
    const reset = { email, reset_token: token, password };
    expect(await account(server).post('reset-password', reset)).toMatchObject({ status: 400 });
    const ana = (await account(server).logIn('ana@campo.test')).body['token'];
    expect(await set({}, ana)).toMatchObject(refused);
  });

  test('is kept as a hash alone', async () => {
    const dump = await everyAccountRow(server);
    expect(dump).not.toContain(token);
    expect(dump).toContain(createHash('sha256').update(token).digest('base64url'));
  });
});

test('The farm sees that he has come: its feed and its screens', async () => {
  const before = server.outside.announced.length;
  await set();
  const told = server.outside.announced.slice(before);
  expect(told).toMatchObject([
    { organizationId: server.organizationId, announcements: [{ action: 'update-organization' }] },
  ]);
});

closesInOrder(() => server);
