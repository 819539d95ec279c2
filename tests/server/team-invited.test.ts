import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openHistories } from '../support/opened-histories.ts';
import { closesInOrder, createTestServer, type TestServer, testPassword } from '../support/server.ts';

let farm: TestServer;
let org: string;

beforeAll(async () => {
  farm = await createTestServer();
  await openHistories(farm.db);
  org = farm.organizationId;
});

beforeEach(async () => {
  farm.outside.mails.length = 0;
  await farm.db.deleteFrom('security_events').where('what', '=', 'team-add').execute();
});

const ask = (email: string, role = 'user') =>
  farm.as('ana', 'POST', '/api/organization/add-user', { organization_id: org, email, role });

/** The secret of the last letter, out of its link. */
const secretOf = (email: string): string => {
  const { text } = farm.outside.mails.findLast(({ to }) => to === email) ?? { text: '' };
  const link = new URL(/https:\S+/.exec(text)?.[0] ?? '');
  expect([link.origin, link.pathname, link.search]).toEqual(['https://campo.test', '/sign-up', '']);
  return new URLSearchParams(link.hash.slice(1)).get('invitation') ?? '';
};

/** Asks an address and gives the secret that its letter brings. */
const invited = async (email: string, role = 'user'): Promise<string> => {
  await ask(email, role);
  await expect.poll(() => farm.outside.mails.length).toBeGreaterThan(0);
  return secretOf(email);
};

/** Somebody signs up; gives how he calls. */
const signUp = async (email: string) => {
  const person = { email, password: testPassword, first_name: 'Luis', last_name: 'Sosa', phone: '1155550009' };
  const { body } = await farm.as(null, 'POST', '/api/auth/sign-up', person);
  const headers = { authorization: `Bearer ${String(body['token'])}` };
  return (method: string, path: string, sent?: object) => farm.as(null, method, path, sent, headers);
};
const accept = '/api/organization/accept-invitation';

const asked = async () =>
  (
    (await farm.as('beto', 'GET', `/api/organization/data/${org}`)).body['organization'] as {
      invitations?: { id: string; email: string; role: string }[];
    }
  ).invitations ?? [];

describe('An address without an account', () => {
  test('gets a letter, and whoever signs up with it joins by its link', async () => {
    const token = await invited('luis@campo.test', 'admin');
    expect(await asked()).toMatchObject([{ email: 'luis@campo.test', role: 'admin' }]);
    const luis = await signUp('luis@campo.test');
    expect((await luis('GET', `/api/lot/info/${org}`)).status).toBe(404);
    const before = farm.commits.length;
    expect((await luis('POST', accept, { token })).body).toMatchObject({ ok: true, organization: { id: org } });
    expect(
      farm.commits.slice(before).flatMap(({ announcements }) => announcements.map(({ action }) => action)),
    ).toEqual(['update-organization']);
    expect((await luis('PUT', `/api/organization/${org}`, { name: 'La Esperanza' })).status).toBe(200);
    expect(await asked()).toEqual([]);
    // A lost answer is asked for again; a second time lets nobody else in.
    expect((await luis('POST', accept, { token })).status).toBe(200);
    const { body } = await luis('GET', '/api/user');
    const { id } = body['user'] as { id: string };
    await farm.as('ana', 'DELETE', `/api/organization/user/${id}`, { organization_id: org });
    expect((await luis('POST', accept, { token })).body['code']).toBe('WRONG_CODE');
  });

  test('does not show its invitation to hands', async () => {
    await invited('juan@campo.test');
    const { body } = await farm.as('caro', 'GET', `/api/organization/data/${org}`);
    expect(JSON.stringify(body)).not.toContain('juan@campo.test');
  });

  test('is not kept in the clear: who reads the database finds no secret', async () => {
    const token = await invited('secreto@campo.test');
    const rows = await farm.db.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const answers = await farm.db.selectFrom('operations').select('body').execute();
    expect(JSON.stringify(answers)).not.toMatch(/invitation=/);
  });
});

describe('An invitation lets nobody in', () => {
  test('who has another address', async () => {
    const token = await invited('pedro@campo.test');
    const answer = await farm.as('dana', 'POST', accept, { token });
    expect(answer).toMatchObject({ status: 403, body: { message: 'Esta invitación es para otro correo' } });
    expect((await farm.as('dana', 'GET', `/api/lot/info/${org}`)).status).toBe(404);
  });

  test('who only signs up with its address', async () => {
    await invited('solo@campo.test');
    const solo = await signUp('solo@campo.test');
    expect((await solo('GET', '/api/organization/my-organizations')).body['organizations']).toEqual([]);
  });

  test('after seven days', async () => {
    const token = await invited('tarde@campo.test');
    const tarde = await signUp('tarde@campo.test');
    await farm.db
      .updateTable('invitations')
      .set({ expires_at: new Date(farm.clock.now).toISOString() })
      .where('email', '=', 'tarde@campo.test')
      .execute();
    expect(await tarde('POST', accept, { token })).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } });
  });

  test('when it was taken back, or a newer one took its place', async () => {
    const first = await invited('nuevo@campo.test');
    farm.outside.mails.length = 0;
    const second = await invited('nuevo@campo.test');
    const nuevo = await signUp('nuevo@campo.test');
    expect((await nuevo('POST', accept, { token: first })).status).toBe(400);
    const { id = '' } = (await asked()).find(({ email }) => email === 'nuevo@campo.test') ?? {};
    for (const [who, status] of [
      ['caro', 403],
      ['beto', 200],
      ['beto', 404],
    ] as const) {
      const answer = await farm.as(who, 'DELETE', `/api/organization/user/${id}`, { organization_id: org });
      expect([who, answer.status === 403 || answer.status === 404 ? answer.status : 200]).toEqual([who, status]);
    }
    expect((await nuevo('POST', accept, { token: second })).status).toBe(400);
  });

  test.each([{}, { token: '' }, { token: 7 }, { token: 'x' }, { token: null }])('with %j', async (body) => {
    expect([400, 404]).toContain((await farm.as('dana', 'POST', accept, body)).status);
  });

  test('when its farm is deleted', async () => {
    const token = await invited('fin@campo.test');
    const fin = await signUp('fin@campo.test');
    await farm.as('ana', 'DELETE', `/api/organization/${org}`);
    expect((await fin('POST', accept, { token })).status).toBe(404);
  });
});

closesInOrder(() => farm);
