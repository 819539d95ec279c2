import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../src/domain/people/roles.ts';
import { letIn } from '../support/let-in.ts';
import { openHistories } from '../support/opened-histories.ts';
import { closesInOrder, createTestServer, type PersonName, type TestServer, testPassword } from '../support/server.ts';

let farm: TestServer;
let org: string;

beforeAll(async () => {
  farm = await createTestServer();
  await openHistories(farm.db);
  org = farm.organizationId;
});

/** An hour later: nobody has asked too much in it yet. The tokens of these tests last no hour, so the events grow older instead. */
const letAnHourPass = () =>
  farm.db
    .updateTable('security_events')
    .set({ at: new Date(farm.clock.now - 3_600_000).toISOString() })
    .where('what', '=', 'team-add')
    .execute();

beforeEach(async () => {
  await letAnHourPass();
  farm.outside.mails.length = 0;
  farm.outside.left.length = 0;
});

const put = (who: PersonName, role: Role) =>
  farm.db
    .updateTable('memberships')
    .set({ role, removed_at: null })
    .where('organization_id', '=', org)
    .where('user_id', '=', farm.userIds[who])
    .execute();

const add = (who: PersonName, email: string, role: Role) =>
  farm.as(who, 'POST', '/api/organization/add-user', { organization_id: org, email, role });
const make = (who: PersonName, email: string, role: Role, rest: object = {}) =>
  farm.as(who, 'POST', '/api/organization/add-user-admin', {
    organization_id: org,
    first_name: 'Luis',
    last_name: 'Sosa',
    email,
    role,
    ...rest,
  });
const remove = (who: PersonName, userId: string) =>
  farm.as(who, 'DELETE', `/api/organization/user/${userId}`, { organization_id: org });
const give = (who: PersonName, whom: PersonName, role: string, rest: object = {}) =>
  farm.as(who, 'PATCH', `/api/organization/user/${farm.userIds[whom]}/role`, {
    organization_id: org,
    role,
    email: `${whom}@campo.test`,
    ...rest,
  });

interface Member {
  readonly id: string;
  readonly role: string;
  readonly state: string;
  readonly first_name: string;
  readonly email?: string;
}
const team = async (who: PersonName = 'ana'): Promise<readonly Member[]> =>
  (await farm.as(who, 'GET', `/api/user/my-organization/${org}`)).body['users'] as Member[];
const roleOf = async (who: PersonName): Promise<string | undefined> =>
  (await team()).find((member) => member.id === farm.userIds[who])?.role;
const lastSaid = () => farm.commits.at(-1)?.announcements.map(({ action }) => action);

/** Asks Dana, who accepts. */
const letDanaIn = (asker: PersonName, role: Role) => letIn(farm.as, org, 'dana', role, asker);

describe('Somebody with an account', () => {
  test('is on no team without having said so, and nothing of him is shown until then', async () => {
    const answer = await add('ana', ' Dana@Campo.test ', 'admin');
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(await roleOf('dana')).toBeUndefined();
    expect((await farm.as('dana', 'GET', `/api/lot/info/${org}`)).status).toBe(404);
    expect((await farm.as('dana', 'GET', '/api/organization/my-organizations')).body['organizations']).toEqual([]);
    expect((await farm.as('ana', 'GET', `/api/user/${farm.userIds.dana}`)).status).toBe(404);
    const seen = [
      answer.body,
      await team(),
      (await farm.as('ana', 'GET', `/api/organization/data/${org}`)).body,
      (await farm.as('ana', 'GET', `/api/sync/${org}?since=0`)).body,
    ];
    expect(JSON.stringify(seen)).not.toMatch(/Ruiz|\+5491155550003/);
  });

  test('who signed up with an address that is another’s does not come in in his place', async () => {
    const thief = { email: 'victima@campo.test', password: testPassword, first_name: 'Otro', last_name: 'Más' };
    const { body } = await farm.as(null, 'POST', '/api/auth/sign-up', { ...thief, phone: '1155550007' });
    const headers = { authorization: `Bearer ${String(body['token'])}` };
    await add('ana', thief.email, 'admin');
    expect(farm.outside.mails.at(-1)).toMatchObject({ to: thief.email });
    expect((await farm.as(null, 'GET', `/api/lot/info/${org}`, undefined, headers)).status).toBe(404);
    const mine = await farm.as(null, 'GET', '/api/organization/my-organizations', undefined, headers);
    expect(mine.body['organizations']).toEqual([]);
  });

  test('is on the team when he accepts, and all hear of it', async () => {
    await letDanaIn('ana', 'admin');
    expect(await roleOf('dana')).toBe('admin');
    expect(lastSaid()).toEqual(['update-organization']);
    const mine = await farm.as('dana', 'GET', '/api/organization/my-organizations');
    expect(mine.body['organizations']).toMatchObject([{ organization: { id: org, name: 'La Esperanza' } }]);
    expect((await farm.as('dana', 'GET', `/api/lot/info/${org}`)).status).toBe(200);
  });

  test('keeps his role when he is asked once more, and gets no letter', async () => {
    const again = await add('ana', 'dana@campo.test', 'user');
    expect(again.body).toEqual({ ok: true, message: 'Ya está en el equipo' });
    expect([await roleOf('dana'), farm.outside.mails]).toEqual(['admin', []]);
  });

  test('comes back under the role that he is asked for now, when he accepts again', async () => {
    await remove('ana', farm.userIds.dana);
    expect(await roleOf('dana')).toBeUndefined();
    await add('beto', 'dana@campo.test', 'user');
    expect(await roleOf('dana')).toBeUndefined();
    await letDanaIn('beto', 'user');
    expect(await roleOf('dana')).toBe('user');
    await remove('ana', farm.userIds.dana);
  });
});

describe('Who asks somebody onto the team', () => {
  test.each([
    ['beto', 'user', 200],
    ['beto', 'admin', 403],
    ['beto', 'owner', 403],
    ['caro', 'user', 403],
    ['dana', 'user', 404],
    ['ana', 'owner', 200],
  ] as const)('as %s, with the role %s, is answered %i', async (who, role, status) => {
    for (const ask of [add, make]) {
      const answer = await ask(who, `${randomUUID()}@campo.test`, role);
      expect(answer.status).toBe(status);
    }
  });

  test.each([
    { email: 'nada' },
    { email: '' },
    { role: 'dueño' },
    { role: null },
    { extra: 1 },
    { is_super_admin: true },
    { password: testPassword },
  ])('with %j is told what is wrong', async (wrong) => {
    for (const path of ['add-user', 'add-user-admin']) {
      const names = path === 'add-user' ? {} : { first_name: 'Luis', last_name: 'Sosa' };
      const body = { organization_id: org, email: 'luis@campo.test', role: 'user', ...names, ...wrong };
      const answer = await farm.as('ana', 'POST', `/api/organization/${path}`, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
      expect(answer.body['issues']).not.toEqual([]);
    }
  });

  test('learns nothing of which addresses have accounts, and is stopped after twenty in an hour', async () => {
    const alike = ({ invitation_url: url, ...rest }: Readonly<Record<string, unknown>>) => ({
      ...rest,
      url: String(url).replace(/invitation=[\w-]{43}&email=.*/, ''),
    });
    const first = await add('ana', 'dana@campo.test', 'user');
    const answers = [first];
    for (let count = 0; count < 19; count += 1) answers.push(await add('ana', `nadie${count}@campo.test`, 'user'));
    for (const { status, body, headers } of answers) {
      expect({ status, body: alike(body), names: Object.keys(headers) }).toEqual({
        status: 200,
        body: alike(first.body),
        names: Object.keys(first.headers),
      });
    }
    const stopped = await add('ana', 'uno-mas@campo.test', 'user');
    expect(stopped).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(3000);
    await letAnHourPass();
    expect((await add('ana', 'uno-mas@campo.test', 'user')).status).toBe(200);
  });
});

describe('Somebody who is made an account', () => {
  const linkTo = async (email: string): Promise<string> =>
    String((await make('ana', email, 'user')).body['activation_url']);

  test('gets a link with its secret behind the #, and is without a password until he uses it', async () => {
    const url = new URL(await linkTo('nuevo@campo.test'));
    expect([url.origin, url.pathname, url.search]).toEqual(['https://campo.test', '/admin-activation', '']);
    expect(new URLSearchParams(url.hash.slice(1)).get('token')).toMatch(/^.{40,}$/);
    expect(farm.outside.mails).toMatchObject([{ to: 'nuevo@campo.test' }]);
    expect(farm.outside.mails[0]?.text).toContain(url.href);
    const member = (await team()).find(({ email }) => email === 'nuevo@campo.test');
    expect(member).toMatchObject({ first_name: 'Luis', role: 'user', state: 'sin_contrasena' });
    for (const password of ['', testPassword]) {
      const logIn = await farm.as(null, 'POST', '/api/auth/log-in', { email: 'nuevo@campo.test', password });
      expect(logIn.status).not.toBe(200);
    }
  });

  test('gets another link when the first was lost', async () => {
    const [first, second] = [await linkTo('otro@campo.test'), await linkTo('otro@campo.test')];
    expect(second).not.toBe(first);
    expect((await team()).filter(({ email }) => email === 'otro@campo.test')).toHaveLength(1);
  });

  test('is nobody who has an account already: nobody gets a link to that', async () => {
    const answer = await make('ana', 'dana@campo.test', 'user');
    expect(answer).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    expect(answer.body).not.toHaveProperty('activation_url');
  });

  test('is nobody whose account was erased, either', async () => {
    const erased = `${farm.userIds.caro}@cuenta.invalid`;
    const { email, password_hash } = await farm.db
      .selectFrom('users')
      .select(['email', 'password_hash'])
      .where('id', '=', farm.userIds.caro)
      .executeTakeFirstOrThrow();
    const set = (row: { email: string; password_hash: string }) =>
      farm.db.updateTable('users').set(row).where('id', '=', farm.userIds.caro).execute();
    await set({ email: erased, password_hash: '' });
    expect((await make('ana', erased, 'user')).body['code']).toBe('EMAIL_TAKEN');
    await set({ email, password_hash });
  });

  test('is no door for another farm: it gets no link to that account, and an invitation instead', async () => {
    await linkTo('tercero@campo.test');
    const { body } = await farm.as('dana', 'POST', '/api/organization', { name: 'Lo de Dana' });
    const { id } = body['organization'] as { id: string };
    const asked = { organization_id: id, email: 'tercero@campo.test', role: 'user' };
    const names = { first_name: 'X', last_name: 'Y' };
    const made = await farm.as('dana', 'POST', '/api/organization/add-user-admin', { ...asked, ...names });
    expect(made.body['code']).toBe('EMAIL_TAKEN');
    await farm.as('dana', 'POST', '/api/organization/add-user', asked);
    const members = await farm.as('dana', 'GET', `/api/user/my-organization/${id}`);
    expect(members.body['users']).toHaveLength(1);
  });
});

describe('Who leaves the team', () => {
  beforeEach(async () => {
    await put('beto', 'admin');
    await put('caro', 'user');
  });

  test('is out of the room and finds nothing from then on', async () => {
    expect((await remove('beto', farm.userIds.caro)).body).toEqual({ ok: true, alreadyDeleted: false });
    expect(farm.outside.left).toEqual([[org, farm.userIds.caro]]);
    expect(lastSaid()).toEqual(['update-organization']);
    expect((await farm.as('caro', 'GET', `/api/lot/info/${org}`)).status).toBe(404);
    expect(await roleOf('caro')).toBeUndefined();
    expect((await remove('beto', farm.userIds.caro)).body).toEqual({ ok: true, alreadyDeleted: true });
  });

  test.each([
    ['caro', 'beto', 403],
    ['beto', 'ana', 403],
    ['caro', 'ana', 403],
    ['caro', 'caro', 200],
    ['beto', 'beto', 200],
    ['ana', 'beto', 200],
    ['dana', 'caro', 404],
  ] as const)('when %s takes %s off, it is answered %i', async (who, whom, status) => {
    expect((await remove(who, farm.userIds[whom])).status).toBe(status);
  });

  test('has been on it', async () => {
    expect((await remove('ana', randomUUID())).status).toBe(404);
  });

  test('is never the last owner', async () => {
    expect(await remove('ana', farm.userIds.ana)).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
    await make('ana', 'duenio@campo.test', 'owner');
    // An owner who never opened his account could not open the farm either.
    expect((await remove('ana', farm.userIds.ana)).status).toBe(409);
    await put('beto', 'owner');
    expect((await remove('ana', farm.userIds.ana)).status).toBe(200);
    await put('ana', 'owner');
  });
});

describe('A role', () => {
  beforeEach(async () => {
    await put('ana', 'owner');
    await put('beto', 'admin');
    await put('caro', 'user');
  });

  test('is given by an owner, and counts from the next call', async () => {
    expect((await give('ana', 'caro', 'admin')).body['user']).toMatchObject({ id: farm.userIds.caro, role: 'admin' });
    expect(lastSaid()).toEqual(['update-organization']);
    expect((await farm.as('caro', 'PUT', `/api/organization/${org}`, { name: 'La Esperanza' })).status).toBe(200);
    await give('ana', 'caro', 'user');
    expect((await farm.as('caro', 'PUT', `/api/organization/${org}`, { name: 'La Esperanza' })).status).toBe(403);
  });

  test.each([
    ['beto', 'beto', 'owner', 403],
    ['beto', 'ana', 'user', 403],
    ['beto', 'caro', 'owner', 403],
    ['beto', 'caro', 'admin', 403],
    ['caro', 'caro', 'admin', 403],
    ['ana', 'ana', 'owner', 403],
    ['ana', 'ana', 'user', 409],
    ['ana', 'dana', 'user', 404],
    ['dana', 'caro', 'admin', 404],
    ['ana', 'caro', 'jefe', 400],
  ] as const)('that %s gives %s (%s) is answered %i', async (who, whom, role, status) => {
    expect((await give(who, whom, role)).status).toBe(status);
    expect([await roleOf('ana'), await roleOf('beto'), await roleOf('caro')]).toEqual(['owner', 'admin', 'user']);
  });

  test('is given to whom the address names too', async () => {
    expect((await give('ana', 'caro', 'admin', { email: 'beto@campo.test' })).status).toBe(404);
    expect((await give('ana', 'caro', 'admin', { email: undefined })).status).toBe(400);
  });

  test('of the last owner stays, also when two demote each other at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await put('ana', 'owner');
      await put('beto', 'owner');
      const answers = await Promise.all([give('ana', 'beto', 'admin'), give('beto', 'ana', 'admin')]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      // The second is judged after the first: by then he is the last, or no owner any more.
      expect(answers.map(({ body }) => body['code'] ?? 'ok')).toContainEqual(
        expect.stringMatching(/^(LAST_OWNER|FORBIDDEN)$/),
      );
      expect(new Set([await roleOf('ana'), await roleOf('beto')])).toEqual(new Set(['admin', 'owner']));
    }
    await put('ana', 'owner');
  });

  test('of the last owner stays, also when two take each other off at once', async () => {
    await put('beto', 'owner');
    const answers = await Promise.all([remove('ana', farm.userIds.beto), remove('beto', farm.userIds.ana)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const owners = await farm.db
      .selectFrom('memberships')
      .select('user_id')
      .where('organization_id', '=', org)
      .where('role', '=', 'owner')
      .where('removed_at', 'is', null)
      .where('user_id', 'in', [farm.userIds.ana, farm.userIds.beto])
      .execute();
    expect(owners).toHaveLength(1);
    await put('ana', 'owner');
  });
});

closesInOrder(() => farm);
