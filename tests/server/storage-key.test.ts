import { createECDH } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { account, everyAccountRow } from '../support/account.ts';
import { closesInOrder, createTestServer, type PersonName, testPassword, type TestServer } from '../support/server.ts';

/** The key pairs for what stays on a device when its person leaves it (trust.md row 107). */
let server: TestServer;
const name = 'k3J8s0Qw2tUuV5yZ1bN7xA';
const another = 'zzJ8s0Qw2tUuV5yZ1bN7xA';

let own: ReturnType<typeof account>;

beforeAll(async () => {
  server = await createTestServer();
  own = account(server);
});
closesInOrder(() => server);

const pairOf = async (who: PersonName, of = name) => {
  const { status, body } = await server.as(who, 'POST', '/api/auth/storage-key', { name: of });
  expect(status).toBe(200);
  return { open: String(body['public_key']), secret: String(body['private_key']) };
};

const enter = async (who: PersonName, password = testPassword): Promise<unknown> =>
  (await own.logIn(`${who}@campo.test`, password)).body['token'];
const ask = (token: unknown, of: unknown = name) => own.with(token, 'POST', '/api/auth/storage-key', { name: of });

describe('A storage key', () => {
  test('is a pair: what is sealed with one half the other opens', async () => {
    const { open, secret } = await pairOf('ana');
    const half = createECDH('prime256v1');
    half.setPrivateKey(Buffer.from(secret, 'base64url'));
    expect(half.getPublicKey().toString('base64url')).toBe(open);
  });

  test('is the same for the same person and name: months later, from another session, with another password', async () => {
    const before = await pairOf('caro');
    server.clock.now += 179 * 86_400_000;
    const passwords = { current_password: testPassword, new_password: 'el molino nuevo 45' };
    await own.with(await enter('caro'), 'POST', '/api/auth/change-password', passwords);
    const { body } = await ask(await enter('caro', passwords.new_password));
    expect(body).toMatchObject({ public_key: before.open, private_key: before.secret });
  });

  test('is another for another name and for another person', async () => {
    const [ana, beto] = [await enter('ana'), await enter('beto')];
    const told = [await ask(ana), await ask(ana, another), await ask(beto)];
    expect(new Set(told.map(({ body }) => body['private_key'])).size).toBe(3);
  });

  test('is the same on a database that was put back from before it was first asked for', async () => {
    const ana = await enter('ana');
    const { body: before } = await ask(ana);
    await server.db.deleteFrom('server_facts').where('name', '=', 'storage-key').execute();
    expect((await ask(ana)).body).toEqual(before);
  });

  test('is told to nobody without a session, and under no odd name', async () => {
    expect((await own.post('storage-key', { name })).status).toBe(401);
    const ana = await enter('ana');
    for (const odd of ['', 'corto', `${name}x`, '../../../../etc/passwd', null, 7])
      expect((await ask(ana, odd)).status).toBe(400);
  });

  test('is kept in no table: its half that opens is made anew for each answer', async () => {
    const key = { 'idempotency-key': '0b2f4c1e-5d0e-4c57-9a53-0f3f5f6f7a01' };
    const bearer = { authorization: `Bearer ${String(await enter('ana'))}` };
    const { status, body } = await own.post('storage-key', { name }, { ...key, ...bearer });
    expect(status).toBe(200);
    const facts = await server.db.selectFrom('server_facts').selectAll().execute();
    const kept = `${await everyAccountRow(server)} ${JSON.stringify(facts)}`;
    expect(kept).not.toContain(String(body['private_key']));
  });
});
