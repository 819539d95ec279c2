import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account, lastCode, wrong } from '../support/account.ts';
import { closesInOrder, createTestServer, testPassword, type TestServer } from '../support/server.ts';

let server: TestServer;
let token: unknown;
let other: unknown;

beforeAll(async () => {
  server = await createTestServer();
});

const hour = 3_600_000;
const number = '+5491155550999';

const call = (path: string, body: object, by: unknown = token) =>
  account(server).with(by, 'POST', `/api/auth/${path}`, body);
/** With the password, as long as a test says no other. */
const change = (body: object, by?: unknown) => call('change-phone', { password: testPassword, ...body }, by);
const send = (phone: string, by: unknown = token) => call('send-code-phone', { phone }, by);
const wrongCode = { status: 400, body: { ok: false, code: 'WRONG_CODE' } };
const phoneOf = async (who: 'ana' | 'beto') =>
  (await server.db.selectFrom('users').select('phone').where('id', '=', server.userIds[who]).executeTakeFirstOrThrow())
    .phone;

beforeEach(async () => {
  server.clock.now += 25 * hour;
  const own = account(server);
  token = (await own.logIn('ana@campo.test')).body['token'];
  other = (await own.logIn('beto@campo.test')).body['token'];
});

describe('A person changes his telephone', () => {
  test('by a code that goes to the new one, which he may look at before he uses it', async () => {
    expect(await send('11 5555-0999')).toMatchObject({ status: 200, body: { ok: true } });
    expect(server.outside.messages.at(-1)).toMatchObject({
      to: number,
      text: expect.stringContaining('código') as string,
    });
    const code = lastCode(server, number);
    expect(server.outside.messages.at(-1)?.code).toBe(code);
    for (let looks = 0; looks < 7; looks += 1)
      expect((await call('validate-code', { phone: number, code })).body).toEqual({ ok: true });
    expect(await phoneOf('ana')).not.toBe(number);
    expect((await change({ phone: '11 5555-0998', code })).status).toBe(400);
    expect((await change({ phone: '1155550999', code })).status).toBe(200);
    expect(await phoneOf('ana')).toBe(number);
    const told = server.outside.mails.at(-1);
    expect(told).toMatchObject({ to: 'ana@campo.test', subject: 'Se cambió el celular de tu cuenta' });
  });

  test.each([
    ['without the password', '+5491155550996', {}, 400, 'INVALID_BODY'],
    ['with another', '+5491155550997', { password: 'no es esta 77' }, 403, 'WRONG_PASSWORD'],
  ])('never %s, and the code is good for who knows it', async (_what, other, shown, status, code) => {
    await send(other);
    const sent = lastCode(server, other);
    for (let tries = 0; tries < 4; tries += 1)
      expect(await call('change-phone', { phone: other, code: sent, ...shown })).toMatchObject({
        status,
        body: { code },
      });
    expect(await phoneOf('ana')).not.toBe(other);
    expect((await change({ phone: other, code: sent })).status).toBe(200);
  });

  test('once by one code', async () => {
    await send(number);
    const code = lastCode(server, number);
    const answers = await Promise.all([1, 2].map(() => change({ phone: number, code })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('never by a code that went to another number, or to another person', async () => {
    await send(number);
    const code = lastCode(server, number);
    expect(await change({ phone: '+5491155550998', code })).toMatchObject(wrongCode);
    expect(await change({ phone: number, code }, other)).toMatchObject(wrongCode);
    expect(await call('validate-code', { phone: number, code }, other)).toMatchObject(wrongCode);
    expect((await change({ phone: number, code })).status).toBe(200);
  });

  test('never by a code of recovery', async () => {
    await account(server).post('send-recovery-code', { email: 'ana@campo.test' });
    const code = lastCode(server, 'ana@campo.test');
    await send(number);
    const phones = lastCode(server, number);
    const isChance = phones === code;
    expect((await change({ phone: number, code })).status).toBe(isChance ? 200 : 400);
    const verify = { email: 'ana@campo.test', code: wrong(code) };
    expect((await account(server).post('verify-recovery-code', verify)).status).toBe(400);
  });

  test('not after ten minutes, nor after five wrong tries', async () => {
    await send(number);
    const late = lastCode(server, number);
    server.clock.now += 10 * 60_000 + 1000;
    expect(await change({ phone: number, code: late })).toMatchObject(wrongCode);
    await send(number);
    const code = lastCode(server, number);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await call('validate-code', { phone: number, code: wrong(code) })).toMatchObject(wrongCode);
    expect(await change({ phone: number, code })).toMatchObject(wrongCode);
  });
});

describe('A code is sent', () => {
  test.each([
    ['another country', '+1 900 555 1234'],
    ['another country, the other way', '0019005551234'],
    ['too few figures', '5555'],
    ['no figures', 'mi teléfono'],
    ['figures of another script', '١١٥٥٥٥٠١٩٩'],
  ])('never to %s', async (_what, phone) => {
    const before = server.outside.messages.length;
    expect(await send(phone)).toMatchObject({
      status: 400,
      body: { ok: false, code: 'BAD_PHONE', message: 'Ingresá un celular argentino con código de área' },
    });
    expect(server.outside.messages).toHaveLength(before);
  });

  test('never to what is no number at all: it is refused before it is read', async () => {
    for (const phone of ['', '1'.repeat(10_000)])
      expect(await send(phone)).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
  });

  test('three times in ten minutes and ten times a day to one number, whoever asks', async () => {
    for (let sent = 0; sent < 3; sent += 1) expect((await send(number, sent === 1 ? other : token)).status).toBe(200);
    const held = await send(number);
    expect(held).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send('+5491155550777')).status).toBe(200);
  });

  test('five hundred times a day in all, and whoever keeps the server is told', async () => {
    const created_at = new Date(server.clock.now - hour).toISOString();
    const row = {
      purpose: 'phone' as const,
      user_id: null,
      code_hash: '',
      tries: 0,
      address: null,
      used_at: created_at,
    };
    const many = Array.from({ length: 500 }, (_, n) => ({
      ...row,
      id: `many-${n}`,
      target: `+54911${n}`,
      created_at,
      expires_at: created_at,
    }));
    for (let start = 0; start < many.length; start += 100)
      await server.db
        .insertInto('one_time_codes')
        .values(many.slice(start, start + 100))
        .execute();
    expect(await send('+5491155550555')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(server.outside.events.at(-1)).toMatchObject({ what: 'messages_capped', user_id: server.userIds.ana });
    // Letters are no messages: who forgot the password is not kept waiting.
    const { status } = await account(server).post('send-recovery-code', { email: 'ana@campo.test' });
    expect(status).toBe(200);
  });
});

closesInOrder(() => server);
