import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Task } from '../../src/domain/office/tasks.ts';
import { account, everyAccountRow } from '../support/account.ts';
import { openHistories } from '../support/opened-histories.ts';
import { knownDevices, sealedBy } from '../support/seals.ts';
import { closesInOrder, createTestServer, type PersonName, type TestServer, testPassword } from '../support/server.ts';

let farm: TestServer;
let org: string;

beforeAll(async () => {
  farm = await createTestServer();
  await openHistories(farm.db);
  org = farm.organizationId;
});
beforeEach(() => {
  farm.outside.mails.length = 0;
  farm.outside.messages.length = 0;
});

interface Member {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: string;
  readonly state: string;
  readonly tiene_acceso: boolean;
  readonly phone: string | null;
  readonly email?: string;
}
const add = (who: PersonName | null, body: object, headers?: Readonly<Record<string, string>>) =>
  farm.as(who, 'POST', '/api/organization/add-person', { organization_id: org, ...body }, headers);
const added = async (first_name: string, rest: object = {}): Promise<Member> => {
  const answer = await add('ana', { first_name, ...rest });
  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  return answer.body['user'] as Member;
};
const change = (who: PersonName | null, id: string, body: object) =>
  farm.as(who, 'PUT', `/api/organization/person/${id}`, { organization_id: org, ...body });
const remove = (who: PersonName, id: string) =>
  farm.as(who, 'DELETE', `/api/organization/user/${id}`, { organization_id: org });
const letIn = (who: PersonName, user_id: string, email: string, rest: object = {}) =>
  farm.as(who, 'POST', '/api/organization/add-user-admin', {
    organization_id: org,
    first_name: 'Cacho',
    last_name: 'Luna',
    email,
    role: 'user',
    user_id,
    ...rest,
  });
const team = async (who: PersonName = 'ana'): Promise<readonly Member[]> =>
  (await farm.as(who, 'GET', `/api/user/my-organization/${org}`)).body['users'] as Member[];
const row = async (id: string, who: PersonName = 'ana') => (await team(who)).find((member) => member.id === id);
/** As every phone of the farm has it: they who left too. */
const onPhones = async (id: string, who: PersonName = 'caro'): Promise<unknown> => {
  const { body } = await farm.as(who, 'GET', `/api/sync/${org}?since=0`);
  const changes = body['changes'] as { table: string; id: string; row: unknown }[];
  return changes.find((one) => one.table === 'members' && one.id === id)?.row;
};
const task = async (id: string, who: PersonName = 'ana') =>
  await farm.as(who, 'POST', `/api/task/${org}`, { title: 'Alambrar', assigned_to: [id] });
const people = () => farm.db.selectFrom('users').selectAll().orderBy('id').execute();
const lastSaid = () => farm.commits.at(-1)?.announcements.map(({ action }) => action);

describe('Somebody who works here and does not open the app', () => {
  test('is on the team by his name alone, and all hear of it', async () => {
    const cacho = await added('  Cacho ');
    const shown = { first_name: 'Cacho', last_name: '', role: 'user', state: 'sin_acceso', phone: null };
    expect(cacho).toMatchObject({ ...shown, tiene_acceso: false });
    expect(cacho).not.toHaveProperty('email');
    expect(lastSaid()).toEqual(['update-organization']);
    expect(await row(cacho.id)).toMatchObject(shown);
    expect(await onPhones(cacho.id)).toMatchObject(shown);
    expect(await row(farm.userIds.caro)).toMatchObject({ state: 'activo', tiene_acceso: true });
  });

  test('is there with his telephone in its one spelling', async () => {
    const marta = await added('Marta', { last_name: 'Ruiz', phone: '11 5555-2233' });
    expect(marta).toMatchObject({ first_name: 'Marta', last_name: 'Ruiz', phone: '+5491155552233' });
  });

  test('is given tasks by who runs the farm', async () => {
    const pedro = await added('Pedro');
    const answer = await task(pedro.id, 'beto');
    expect(answer).toMatchObject({ status: 200, body: { task: { assigned_to: [pedro.id] } } });
    expect((await task(pedro.id, 'caro')).status).toBe(403);
  });

  test('is added once, however often the phone sends it', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await add('ana', { first_name: 'Una' }, key), await add('ana', { first_name: 'Una' }, key)];
    expect(again.body).toEqual(first.body);
    expect((await team()).filter((member) => member.first_name === 'Una')).toHaveLength(1);
  });

  test('has a name that nobody else of the team has', async () => {
    const twin = await added('Raúl', { last_name: 'Gómez' });
    for (const body of [{ first_name: 'raúl', last_name: ' GÓMEZ' }, { first_name: 'Raúl Gómez' }]) {
      expect(await add('ana', body)).toMatchObject({
        status: 409,
        body: { code: 'NAME_TAKEN', issues: [{ path: 'first_name' }] },
      });
    }
    const other = await added('Raúl', { last_name: 'Gómez (hijo)' });
    expect((await change('ana', other.id, { first_name: 'Raúl', last_name: 'Gómez' })).status).toBe(409);
    expect((await change('ana', twin.id, { first_name: 'RAÚL', last_name: 'Gómez' })).status).toBe(200);
  });

  test.each([
    ['beto', 200],
    ['caro', 403],
    ['dana', 404],
    [null, 401],
  ] as const)('when %s adds and renames him, it is answered %i', async (who, status) => {
    const { id } = await added(`De ${who}`);
    expect((await add(who, { first_name: `Por ${who}` })).status).toBe(status);
    expect((await change(who, id, { first_name: `Ahora de ${who}` })).status).toBe(status);
  });

  test.each([
    [{}, 'first_name', 'Completá este dato'],
    [{ first_name: '  ' }, 'first_name', 'Completá este dato'],
    [{ first_name: 'x'.repeat(500) }, 'first_name', 'El nombre es demasiado largo'],
    [{ first_name: 'Cacho', phone: '123' }, 'phone', 'Ingresá un celular argentino con código de área, sin 0 ni 15'],
    [{ first_name: 'Cacho', role: 'owner' }, 'role', 'Hay datos que no corresponden'],
    [{ first_name: 'Cacho', email: 'cacho@campo.test' }, 'email', 'Hay datos que no corresponden'],
  ])('sent as %j is refused at its field', async (body, path, message) => {
    const issues = [{ path, message }];
    expect(await add('ana', body)).toMatchObject({ status: 400, body: { code: 'INVALID_BODY', issues } });
    expect(await change('ana', farm.userIds.caro, body)).toMatchObject({ status: 400, body: { issues } });
  });

  test('is not added by the thousand', async () => {
    await farm.db.updateTable('security_events').set({ at: '2020-01-01T00:00:00.000Z' }).execute();
    const event = { what: 'team-person', user_id: farm.userIds.beto, session_id: null, address: null, device: null };
    const at = new Date(farm.clock.now).toISOString();
    const events = Array.from({ length: 60 }, () => ({ ...event, id: randomUUID(), at }));
    await farm.db.insertInto('security_events').values(events).execute();
    expect(await add('beto', { first_name: 'Uno más' })).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  });
});

describe('His name and telephone', () => {
  test('are changed by who runs the farm, and what he was given is still his', async () => {
    const { id } = await added('Nacho', { phone: '1155552299' });
    const { body } = await task(id);
    const answer = await change('beto', id, { first_name: 'Ignacio', last_name: 'Vera' });
    expect(answer.body['user']).toMatchObject({
      id,
      first_name: 'Ignacio',
      last_name: 'Vera',
      phone: '+5491155552299',
    });
    expect(lastSaid()).toEqual(['update-organization']);
    expect(await onPhones(id)).toMatchObject({ first_name: 'Ignacio', state: 'sin_acceso' });
    expect((body['task'] as Task).assigned_to).toEqual([id]);
    expect((await change('beto', id, { first_name: 'Ignacio', phone: null })).body['user']).toMatchObject({
      phone: null,
    });
  });

  test('are his own as soon as he has an account', async () => {
    const answer = await change('ana', farm.userIds.caro, { first_name: 'Otra' });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'Ya tiene su cuenta: cambia sus datos desde su celular' },
    });
    expect(await row(farm.userIds.caro)).not.toMatchObject({ first_name: 'Otra' });
  });

  test('are nobody’s who is not of the farm', async () => {
    for (const id of [farm.userIds.dana, randomUUID()]) {
      expect((await change('ana', id, { first_name: 'X' })).status).toBe(404);
    }
  });
});

describe('He comes in nowhere', () => {
  let id: string;
  beforeAll(async () => {
    id = (await added('Encerrado', { phone: '1155557788' })).id;
  });
  const kept = async (): Promise<string> =>
    (await farm.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

  test('what stands for his address is none that any call takes', async () => {
    const email = await kept();
    const { post } = account(farm);
    const calls = [
      post('log-in', { email, password: testPassword }),
      post('log-in', { email, password: '' }),
      post('send-recovery-code', { email }),
      post('verify-recovery-code', { email, code: '123456' }),
      post('reset-password', { email, code: '123456', password: 'otra clave bien larga' }),
      post('sign-up', { email, password: testPassword, first_name: 'X', last_name: 'Y', phone: '1155550000' }),
      post('admin/set-initial-password', { email, password: testPassword }, { authorization: 'Bearer abc' }),
      farm.as('ana', 'POST', '/api/organization/add-user', { organization_id: org, email, role: 'admin' }),
      letIn('ana', id, email),
      farm.as('ana', 'PATCH', `/api/organization/user/${id}/role`, { organization_id: org, role: 'owner', email }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
    }
    expect(farm.outside.mails).toEqual([]);
    const doors = JSON.parse(await everyAccountRow(farm)) as readonly (readonly { user_id?: string }[])[];
    expect(
      doors
        .slice(1, 4)
        .flat()
        .filter((door) => door.user_id === id),
    ).toEqual([]);
  });

  test('and nobody reads it, but those who have an address are read', async () => {
    const { body } = await farm.as('ana', 'GET', `/api/user/${id}`);
    expect(body['user']).toEqual({ id, first_name: 'Encerrado', last_name: '', phone: '+5491155557788' });
    expect(await row(id)).not.toHaveProperty('email');
    expect(await row(farm.userIds.caro)).toMatchObject({ email: 'caro@campo.test' });
  });

  test('nobody brings home a record that is said to be his', async () => {
    const operation = { key: randomUUID(), method: 'POST', path: `/api/note/create/${org}`, body: { text: 'Mía' } };
    const devices = knownDevices(() => farm);
    const bring = async (author: string) => {
      const sealed = await sealedBy(devices, { organizationId: org, author }, { ...operation, key: randomUUID() });
      const operations = [{ ...sealed, author }];
      const { body } = await farm.as('ana', 'POST', `/api/sync/${org}/ops`, { operations });
      return (body['results'] as { status: number }[]).map(({ status }) => status);
    };
    expect(await bring(farm.userIds.caro)).toEqual([200]);
    expect(await bring(id)).toEqual([404]);
  });

  test('and the greeting goes to those who do', async () => {
    const { body } = await farm.as('ana', 'POST', `/api/organization/${org}/send-greeting`);
    expect(body['recipients']).toBe((await team()).filter((member) => member.tiene_acceso).length);
    const told = [...farm.outside.messages, ...farm.outside.mails].map(({ to }) => to);
    expect(told).not.toContain('+5491155557788');
    expect(told).not.toContain(await kept());
  });

  test('a message from his telephone is from a number, not from a person of ours', async () => {
    const message = {
      id: 'wamid.9',
      at: new Date(farm.clock.now).toISOString(),
      text: 'Hola',
      choice: null,
      audio: null,
    };
    await farm.incoming.message({ ...message, from: '+5491155557788' });
    const thread = farm.db.selectFrom('conversations').select('user_id').where('phone', '=', '+5491155557788');
    expect(await thread.executeTakeFirstOrThrow()).toEqual({ user_id: null });
  });
});

describe('Given access', () => {
  test('he chooses a password, comes in, and has the tasks that he was given before', async () => {
    const { id } = await added('Cacho', { last_name: 'Luna', phone: '1155553344' });
    const given = (await task(id)).body['task'] as Task;
    const answer = await letIn('beto', id, 'Cacho@Campo.test');
    expect(answer.status).toBe(200);
    expect(await row(id)).toMatchObject({ state: 'sin_contrasena', tiene_acceso: true, email: 'cacho@campo.test' });
    expect(farm.outside.mails).toMatchObject([{ to: 'cacho@campo.test' }]);
    const link = new URLSearchParams(new URL(String(answer.body['activation_url'])).hash.slice(1));
    const set = await account(farm).post(
      'admin/set-initial-password',
      { email: 'cacho@campo.test', password: 'el ombú de la loma 9' },
      { authorization: `Bearer ${link.get('token')}` },
    );
    expect(set.status).toBe(200);
    const seen = await account(farm).with(set.body['token'], 'GET', `/api/task/${org}`);
    expect((seen.body['tasks'] as Task[]).find((one) => one.id === given.id)?.assigned_to).toEqual([id]);
    const done = { state: 'hecha' };
    const tick = await account(farm).with(set.body['token'], 'PUT', `/api/task/${org}/${given.id}`, done);
    expect(tick.body['task']).toMatchObject({ state: 'hecha', done_by: id });
    expect(await row(id)).toMatchObject({ state: 'activo', phone: '+5491155553344' });
  });

  test('twice by the same address, he gets a new link', async () => {
    const { id } = await added('Dos veces');
    const [first, second] = [await letIn('ana', id, 'dos@campo.test'), await letIn('ana', id, 'dos@campo.test')];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body['activation_url']).not.toBe(first.body['activation_url']);
    expect((await letIn('ana', id, 'tres@campo.test')).status).toBe(404);
  });

  test.each(['dana@campo.test', 'caro@campo.test', 'ana@campo.test'])(
    'by the address of somebody else (%s) he is not: nobody loses an account to him',
    async (email) => {
      const { id } = await added(`No ${email}`);
      const before = await people();
      expect(await letIn('ana', id, email)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
      expect(await people()).toEqual(before);
      expect(await row(id)).toMatchObject({ state: 'sin_acceso' });
    },
  );

  test('nobody else is: neither who has an account, nor who left, nor a person of another farm', async () => {
    const { id: gone } = await added('Ido');
    await remove('ana', gone);
    const { body } = await farm.as('dana', 'POST', '/api/organization', { name: 'Lo de Dana' });
    const { id: theirs } = body['organization'] as { id: string };
    const stranger = await farm.as('dana', 'POST', '/api/organization/add-person', {
      organization_id: theirs,
      first_name: 'Ajeno',
    });
    const { id: foreign } = stranger.body['user'] as Member;
    for (const id of [farm.userIds.caro, farm.userIds.dana, gone, foreign, randomUUID()]) {
      expect((await letIn('ana', id, `${randomUUID()}@campo.test`)).status).toBe(404);
    }
    expect((await change('ana', foreign, { first_name: 'Mío' })).status).toBe(404);
    expect((await task(foreign)).status).toBe(400);
  });

  test.each([
    ['beto', 'admin', 403],
    ['caro', 'user', 403],
    ['ana', 'admin', 200],
  ] as const)('by %s as %s, it is answered %i', async (who, role, status) => {
    const { id } = await added(`Sube ${who} ${role}`);
    expect((await letIn(who, id, `${who}.${role}@suben.test`, { role })).status).toBe(status);
    expect((await row(id))?.role).toBe(status === 200 ? role : 'user');
  });
});

describe('Taken off the team', () => {
  test('he is given nothing more, and his name stays on what he had', async () => {
    const { id } = await added('Tito', { last_name: 'Paz' });
    const given = (await task(id)).body['task'] as Task;
    expect((await remove('beto', id)).body).toEqual({ ok: true, alreadyDeleted: false });
    expect(await row(id)).toBeUndefined();
    expect(await onPhones(id)).toMatchObject({ first_name: 'Tito', state: 'quitado', tiene_acceso: false });
    expect((await task(id)).status).toBe(400);
    expect((await change('ana', id, { first_name: 'X' })).status).toBe(404);
    const { body } = await farm.as('ana', 'GET', `/api/task/${org}`);
    expect((body['tasks'] as Task[]).find((one) => one.id === given.id)?.assigned_to).toEqual([id]);
  });

  test('and back under the same name, he is himself', async () => {
    const { id } = await added('Vuelve', { phone: '1155551122' });
    await remove('ana', id);
    const again = await added('vuelve');
    expect(again).toMatchObject({ id, state: 'sin_acceso', phone: '+5491155551122' });
  });
});

describe('A farm where nobody else opens the app', () => {
  test('goes with its owner’s account', async () => {
    const made = await farm.as('dana', 'POST', '/api/organization', { name: 'Sola' });
    const { id } = made.body['organization'] as { id: string };
    const person = await farm.as('dana', 'POST', '/api/organization/add-person', {
      organization_id: id,
      first_name: 'Peón',
    });
    expect(person.status).toBe(200);
    const farewell = await farm.as('dana', 'DELETE', '/api/auth/delete-account', { password: testPassword });
    expect(farewell.status).toBe(200);
    const left = farm.db.selectFrom('organizations').select('deleted_at').where('id', '=', id);
    expect((await left.executeTakeFirstOrThrow()).deleted_at).not.toBeNull();
  });
});

closesInOrder(() => farm);
