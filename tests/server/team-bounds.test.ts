import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compose } from '../../src/server/compose.ts';
import { readSettings } from '../../src/server/settings.ts';
import { closesInOrder, createTestServer, type TestServer, testPassword } from '../support/server.ts';

let server: TestServer;
let org: string;

beforeAll(async () => {
  server = await createTestServer();
  org = server.organizationId;
});

const found = (name: string) => server.as('dana', 'POST', '/api/organization', { name });

describe('An account', () => {
  test('makes twenty farms, also at once, and no more; those that it deletes count for a month', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `Campo ${index}`);
    const answers = await Promise.all(names.map((name) => found(name)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(20);
    expect(await found('Uno más')).toMatchObject({
      status: 409,
      body: { message: 'Ya creaste 20 establecimientos: este servidor no permite más' },
    });
    const [{ id }] = made.map(({ body }) => body['organization']) as [{ id: string }];
    expect((await server.as('dana', 'DELETE', `/api/organization/${id}`)).status).toBe(200);
    expect((await found('En su lugar')).status).toBe(409);
    const monthAgo = new Date(server.clock.now - 31 * 86_400_000).toISOString();
    await server.db.updateTable('organizations').set({ deleted_at: monthAgo }).where('id', '=', id).execute();
    expect((await found('En su lugar')).status).toBe(200);
    expect((await server.as('ana', 'POST', '/api/organization', { name: 'De otra' })).status).toBe(200);
  });
});

describe('A farm', () => {
  test('has a thousand people and no more, whichever way they come', async () => {
    const asked = { organization_id: org, email: 'luz@campo.test', role: 'user' };
    const { body } = await server.as('ana', 'POST', '/api/organization/add-user', asked);
    const token = new URLSearchParams(String(body['invitation_url']).split('#')[1]).get('invitation');
    const luz = {
      email: 'luz@campo.test',
      password: testPassword,
      first_name: 'Luz',
      last_name: 'X',
      phone: '1155550000',
    };
    const account = (await server.as(null, 'POST', '/api/auth/sign-up', luz)).body;

    const { count } = await server.db
      .selectFrom('memberships')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('organization_id', '=', org)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    const created_at = new Date(server.clock.now).toISOString();
    const ids = Array.from({ length: 999 - Number(count) }, () => randomUUID());
    for (let start = 0; start < ids.length; start += 100) {
      const some = ids.slice(start, start + 100);
      const nobody = {
        password_hash: '',
        last_name: '',
        phone: null,
        is_super_admin: 0,
        failed_logins: 0,
        blocked_until: null,
      };
      await server.db
        .insertInto('users')
        .values(some.map((id) => ({ id, email: `${id}@campo.test`, first_name: id, ...nobody, created_at })))
        .execute();
      await server.db
        .insertInto('memberships')
        .values(
          some.map(
            (user_id) => ({ organization_id: org, user_id, role: 'user', created_at, removed_at: null }) as const,
          ),
        )
        .execute();
    }

    const person = (first_name: string) =>
      server.as('ana', 'POST', '/api/organization/add-person', { organization_id: org, first_name });
    const last = await person('Último');
    expect(last).toMatchObject({ status: 200 });
    const full = { status: 409, body: { message: 'El equipo ya tiene 1000 personas: este servidor no permite más' } };
    expect(await person('Otro')).toMatchObject(full);
    const made = { ...asked, email: 'otra@campo.test', first_name: 'Otra', last_name: 'X' };
    expect(await server.as('ana', 'POST', '/api/organization/add-user-admin', made)).toMatchObject(full);
    const bearer = { authorization: `Bearer ${String(account['token'])}` };
    const accept = () => server.as(null, 'POST', '/api/organization/accept-invitation', { token }, bearer);
    expect(await accept()).toMatchObject(full);
    const { id } = last.body['user'] as { id: string };
    await server.as('ana', 'DELETE', `/api/organization/user/${id}`, { organization_id: org });
    expect((await accept()).status).toBe(200);
  });
});

describe('A server whose settings say other bounds', () => {
  test('keeps to them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bounds-'));
    const said = { DATA_DIR: folder, LOG_LEVEL: 'silent', MAX_FARMS_PER_ACCOUNT: '2', MAX_MEMBERS_PER_FARM: '1' };
    const { app, close } = await compose(readSettings(said), join(folder, 'none'));
    const ask = async (url: string, payload: object, token = '') => {
      const answer = await app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } });
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
    };
    const ana = {
      email: 'ana@campo.test',
      password: testPassword,
      first_name: 'Ana',
      last_name: 'X',
      phone: '1155550000',
    };
    const token = String((await ask('/api/auth/sign-up', ana)).body['token']);
    const farms = [];
    for (const name of ['Uno', 'Dos', 'Tres']) farms.push(await ask('/api/organization', { name }, token));
    expect(farms.map(({ status }) => status)).toEqual([200, 200, 409]);
    const [{ id }] = farms.map(({ body }) => body['organization']) as [{ id: string }];
    const hand = await ask('/api/organization/add-person', { organization_id: id, first_name: 'Beto' }, token);
    expect(hand).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('ya tiene 1 personas') as string },
    });
    await close();
    await rm(folder, { recursive: true });
  });

  test.each(['0', '-1', '1.5', 'muchos'])('%s is no bound: the start ends', (value) => {
    expect(() => readSettings({ MAX_FARMS_PER_ACCOUNT: value })).toThrow(`MAX_FARMS_PER_ACCOUNT=${value}`);
  });
});

closesInOrder(() => server);
