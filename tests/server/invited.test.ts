import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { account } from '../support/account.ts';
import { invitationIn } from '../support/let-in.ts';
import { openHistories } from '../support/opened-histories.ts';
import { closesInOrder, createTestServer, type PersonName, type TestServer, testPassword } from '../support/server.ts';

let farm: TestServer;
let org: string;

const password = 'el ombú de la loma 9';
const day = 86_400_000;

beforeAll(async () => {
  farm = await createTestServer();
  await openHistories(farm.db);
  org = farm.organizationId;
});

beforeEach(async () => {
  farm.outside.mails.length = 0;
  await farm.db.deleteFrom('security_events').where('what', '=', 'team-add').execute();
});

const invite = (body: object = {}, who: PersonName = 'beto') =>
  farm.as(who, 'POST', '/api/organization/invite', { organization_id: org, first_name: 'José', role: 'user', ...body });

/** Invites and gives the link's secret with the invitation's id. */
async function invited(body: object = {}, who: PersonName = 'beto') {
  const { status, body: answer } = await invite(body, who);
  expect(status).toBe(200);
  return { token: invitationIn(answer['invitation_url']), id: String(answer['invitation_id']) };
}

const look = (token: unknown) => account(farm).post('invitation', { token });
const signUp = (token: string, more: object = {}) =>
  account(farm).post('sign-up-invited', { token, password, ...more });
const over = {
  status: 400,
  body: {
    ok: false,
    code: 'WRONG_CODE',
    message: 'Esta invitación ya no vale: se usó, venció o la retiraron. Pedí otra',
  },
};
const members = async (who: PersonName = 'ana') =>
  (await farm.as(who, 'GET', `/api/user/my-organization/${org}`)).body['users'] as Record<string, unknown>[];
const remove = (id: string, who: PersonName = 'beto', organization_id = org) =>
  farm.as(who, 'DELETE', `/api/organization/user/${id}`, { organization_id });

describe('Somebody whom the office invited by his name alone', () => {
  test('gets a link whose secret no server and no other page sees', async () => {
    const { body } = await invite({ first_name: 'Enlace' });
    const link = new URL(String(body['invitation_url']));
    expect([link.origin, link.pathname, link.search]).toEqual(['https://campo.test', '/sign-up', '']);
    expect([...new URLSearchParams(link.hash.slice(1)).keys()]).toEqual(['invitation']);
    expect(body['expires_at']).toBe(new Date(farm.clock.now + 7 * day).toISOString());
    const rows = await farm.db.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(invitationIn(link));
    expect(JSON.stringify(await farm.db.selectFrom('operations').select('body').execute())).not.toMatch(/invitation=/);
  });

  test('reads which farm and who invites before anything is asked of him', async () => {
    const { token } = await invited({ last_name: 'Paz', phone: '011 15 5555-1234' });
    expect((await look(token)).body).toMatchObject({
      ok: true,
      invitation: {
        organization: { id: org, name: 'La Esperanza' },
        invited_by: 'Beto',
        first_name: 'José',
        last_name: 'Paz',
        phone: '+5491155551234',
        email: null,
        login_name: 'jose.laesperanza',
        role: 'user',
      },
    });
  });

  test('chooses a password, is in, is on the team, and no letter is written', async () => {
    const { token, id } = await invited({ first_name: 'Ramón' });
    const before = farm.outside.announced.length;
    const answer = await signUp(token);
    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, organization: { id: org, name: 'La Esperanza' }, login_name: 'ramon.laesperanza' },
    });
    expect(farm.outside.announced.slice(before).map(({ organizationId }) => organizationId)).toEqual([org]);
    const me = await account(farm).with(answer.body['token'], 'GET', '/api/user');
    expect(me.body['user']).toMatchObject({
      email: '',
      login_name: 'ramon.laesperanza',
      first_name: 'Ramón',
      phone: null,
    });
    const mine = await account(farm).with(answer.body['token'], 'GET', '/api/organization/my-organizations');
    expect(mine.body['organizations']).toMatchObject([{ organization: { id: org }, role: 'user' }]);
    const shown = (await members()).find(({ first_name }) => first_name === 'Ramón');
    expect(shown).toMatchObject({ state: 'activo', tiene_acceso: true, login_name: 'ramon.laesperanza' });
    expect(shown).not.toHaveProperty('email');
    expect((await members('caro')).find(({ first_name }) => first_name === 'Ramón')).not.toHaveProperty('login_name');
    const whole = (await farm.as('ana', 'GET', `/api/organization/data/${org}`)).body['organization'];
    expect(JSON.stringify(whole)).not.toContain(id);
    expect(farm.outside.mails).toEqual([]);
  });

  test('signs in by the name and by his telephone in any spelling, and each opens his account alone', async () => {
    const { token } = await invited({ first_name: 'Elba' });
    await signUp(token, { phone: '11 5555-7001' });
    for (const login of [
      'elba.laesperanza',
      ' Elba.LaEsperanza ',
      '011 15 5555 7001',
      '+54 9 11 5555-7001',
      '1155557001',
    ]) {
      const { status, body } = await account(farm).logIn(login, password);
      expect([login, status]).toEqual([login, 200]);
      const me = await account(farm).with(body['token'], 'GET', '/api/user');
      expect(me.body['user']).toMatchObject({ first_name: 'Elba', phone: '+5491155557001' });
    }
  });

  test('may say an address, which opens the account and gets codes', async () => {
    const { token } = await invited({ first_name: 'Olga' });
    expect((await signUp(token, { email: 'Olga@Campo.test' })).status).toBe(200);
    expect((await account(farm).logIn('olga@campo.test', password)).status).toBe(200);
    expect((await account(farm).logIn('olga.laesperanza', password)).status).toBe(200);
    await account(farm).post('send-recovery-code', { email: 'olga@campo.test' });
    await expect.poll(() => farm.outside.mails.map(({ to }) => to)).toContain('olga@campo.test');
  });

  test('of two of the same name each has a name of his own', async () => {
    const [one, two] = [await invited({ first_name: 'Nélida' }), await invited({ first_name: 'nelida' })];
    expect((await signUp(one.token)).body['login_name']).toBe('nelida.laesperanza');
    expect((await signUp(two.token)).body['login_name']).toBe('nelida.laesperanza2');
  });

  test.each([
    ['weak', { password: 'laesperanza' }, 400, 'WEAK_PASSWORD', 'password'],
    ['his own name', { password: 'jose.laesperanza' }, 400, 'WEAK_PASSWORD', 'password'],
    ['short', { password: 'corta' }, 400, 'INVALID_BODY', 'password'],
    ['of an address that is taken', { email: 'ana@campo.test' }, 409, 'EMAIL_TAKEN', 'email'],
    ['of a telephone that opens another account', { phone: '11 5555-7002' }, 409, 'CONFLICT', 'phone'],
    ['of no telephone', { phone: '123' }, 400, 'INVALID_BODY', 'phone'],
  ])('may try again after a try that is %s', async (_why, wrong, status, code, path) => {
    const other = await invited({ first_name: 'Dueña del celular' });
    await signUp(other.token, { phone: '11 5555-7002' });
    const { token } = await invited();
    const answer = await signUp(token, wrong);
    expect(answer).toMatchObject({ status, body: { code, issues: [{ path }] } });
    expect((await look(token)).status).toBe(200);
    expect((await signUp(token)).status).toBe(200);
  });
});

describe('The link of an invitation by a name', () => {
  test('lets one in of two who open it at the same moment, and tells the other', async () => {
    const { token } = await invited({ first_name: 'Doble' });
    const answers = await Promise.all([signUp(token), signUp(token, { password: 'otra cosa bien larga 3' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject(over);
    expect((await members()).filter(({ first_name }) => first_name === 'Doble')).toHaveLength(1);
  });

  test('is over in the same words when it is wrong, used, too old, taken back or its farm is gone', async () => {
    const used = await invited({ first_name: 'Usada' });
    await signUp(used.token);
    const gone = await invited({ first_name: 'Retirada' });
    expect((await remove(gone.id)).status).toBe(200);
    const [renewed] = [await invited({ first_name: 'Renovada' })];
    const newer = await invited({ first_name: 'Renovada', invitation_id: renewed.id });
    const old = await invited({ first_name: 'Vieja' });
    await farm.db
      .updateTable('invitations')
      .set({ expires_at: new Date(farm.clock.now).toISOString() })
      .where('id', '=', old.id)
      .execute();
    const spare = await farm.as('dana', 'POST', '/api/organization', { name: 'Se va' });
    const { id: organization_id } = spare.body['organization'] as { id: string };
    const ofGone = await invited({ organization_id }, 'dana');
    await farm.as('dana', 'DELETE', `/api/organization/${organization_id}`);
    for (const token of ['no such link', used.token, gone.token, renewed.token, old.token, ofGone.token]) {
      expect(await look(token)).toMatchObject(over);
      expect(await signUp(token)).toMatchObject(over);
    }
    expect((await look(newer.token)).status).toBe(200);
  });

  test('is good for seven days', async () => {
    const { token } = await invited({ first_name: 'Siete' });
    farm.clock.now += 7 * day - 1000;
    expect((await signUp(token)).status).toBe(200);
    farm.clock.now -= 7 * day - 1000;
  });

  test('lets in who has an account already, and uses up nothing of who is on the team', async () => {
    const { token } = await invited({ first_name: 'Con cuenta' });
    const accept = (who: PersonName) => farm.as(who, 'POST', '/api/organization/accept-invitation', { token });
    expect((await accept('beto')).status).toBe(200);
    expect((await look(token)).status).toBe(200);
    expect((await accept('dana')).body).toMatchObject({ ok: true, organization: { id: org } });
    expect(await look(token)).toMatchObject(over);
    expect(await signUp(token)).toMatchObject(over);
    await remove(farm.userIds.dana, 'ana');
    expect(await accept('dana')).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } });
  });

  test('that went to an address is read by its bearer, and makes no account', async () => {
    const body = { organization_id: org, email: 'luis@campo.test', role: 'user' };
    const asked = await farm.as('ana', 'POST', '/api/organization/add-user', body);
    const token = invitationIn(asked.body['invitation_url']);
    expect((await look(token)).body).toMatchObject({
      invitation: {
        organization: { name: 'La Esperanza' },
        invited_by: 'Ana',
        email: 'luis@campo.test',
        login_name: null,
      },
    });
    expect(await signUp(token)).toMatchObject(over);
  });
});

describe('Who invites by a name', () => {
  test.each([
    ['caro', 'user', 403],
    ['beto', 'admin', 403],
    ['beto', 'owner', 403],
    ['dana', 'user', 404],
    ['ana', 'owner', 200],
  ] as const)('%s, a %s: %i', async (who, role, status) => {
    expect((await invite({ role }, who)).status).toBe(status);
  });

  test('neither renews nor takes back what is above him, or of another farm', async () => {
    const { id, token } = await invited({ first_name: 'Jefa', role: 'admin' }, 'ana');
    expect((await invite({ invitation_id: id })).status).toBe(403);
    expect((await remove(id)).status).toBe(403);
    expect((await remove(id, 'dana')).status).toBe(404);
    const spare = await farm.as('dana', 'POST', '/api/organization', { name: 'De Dana' });
    const { id: organization_id } = spare.body['organization'] as { id: string };
    expect((await invite({ organization_id, invitation_id: id }, 'dana')).status).toBe(404);
    expect((await remove(id, 'dana', organization_id)).status).toBe(404);
    const theirs = (await farm.as('dana', 'GET', `/api/organization/data/${organization_id}`)).body['organization'];
    expect(theirs).toMatchObject({ invitations: [] });
    expect((await look(token)).status).toBe(200);
  });

  test('hears that an invitation was used meanwhile', async () => {
    const { id, token } = await invited({ first_name: 'Rápida' });
    await signUp(token);
    expect(await invite({ invitation_id: id })).toMatchObject({
      status: 404,
      body: { message: 'Esa invitación ya se usó o se retiró' },
    });
  });

  test('is stopped after twenty in an hour, whichever way he asks', async () => {
    for (let asked = 0; asked < 20; asked += 1) await invite({ first_name: `Uno ${asked}` }, 'ana');
    expect(await invite({}, 'ana')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  });

  test('gets no way into the account once its person has chosen the password', async () => {
    const { token } = await invited({ first_name: 'Propia' });
    const { body } = await signUp(token);
    const id = String(
      ((await account(farm).with(body['token'], 'GET', '/api/user')).body['user'] as { id: string }).id,
    );
    const person = {
      organization_id: org,
      first_name: 'Propia',
      last_name: 'X',
      email: 'otra@campo.test',
      role: 'user',
    };
    expect((await farm.as('ana', 'POST', '/api/organization/add-user-admin', { ...person, user_id: id })).status).toBe(
      404,
    );
    expect((await invite({ user_id: id }, 'ana')).status).toBe(404);
    expect(
      (await farm.as('ana', 'PUT', `/api/organization/person/${id}`, { organization_id: org, first_name: 'Z' })).status,
    ).toBe(409);
    expect((await account(farm).logIn('propia.laesperanza', password)).status).toBe(200);
    const role = { organization_id: org, role: 'admin' };
    const change = (more: object) => farm.as('ana', 'PATCH', `/api/organization/user/${id}/role`, { ...role, ...more });
    expect((await change({ email: 'otra@campo.test' })).status).toBe(404);
    expect((await change({})).status).toBe(200);
    expect((await farm.as('ana', 'PATCH', `/api/organization/user/${farm.userIds.caro}/role`, role)).status).toBe(400);
  });
});

describe('Somebody who worked here without access', () => {
  const add = async (first_name: string): Promise<string> => {
    const { body } = await farm.as('ana', 'POST', '/api/organization/add-person', { organization_id: org, first_name });
    return (body['user'] as { id: string }).id;
  };

  test('goes on under his id when he comes in by the link, with the role that it says', async () => {
    const id = await add('Cacho');
    const { token } = await invited({ first_name: 'Cacho', user_id: id, role: 'admin' }, 'ana');
    const { body } = await signUp(token);
    const me = await account(farm).with(body['token'], 'GET', '/api/user');
    expect(me.body['user']).toMatchObject({ id, login_name: 'cacho.laesperanza' });
    expect((await members()).find((one) => one['id'] === id)).toMatchObject({ state: 'activo', role: 'admin' });
  });

  test('has one living link, and none once he is off the team or has an address', async () => {
    const id = await add('Tito');
    const first = await invited({ first_name: 'Tito', user_id: id });
    const second = await invited({ first_name: 'Tito', user_id: id });
    expect(await look(first.token)).toMatchObject(over);
    await remove(id);
    expect(await look(second.token)).toMatchObject(over);
    const other = await add('Beba');
    const third = await invited({ first_name: 'Beba', user_id: other });
    const person = { organization_id: org, first_name: 'Beba', last_name: 'X', email: 'beba@campo.test', role: 'user' };
    await farm.as('ana', 'POST', '/api/organization/add-user-admin', { ...person, user_id: other });
    expect(await look(third.token)).toMatchObject(over);
    expect(await signUp(third.token)).toMatchObject(over);
  });
});

describe('A name or a telephone to sign in with', () => {
  test('that nobody has is answered like a wrong password, and waits alike', async () => {
    const { token } = await invited({ first_name: 'Espera' });
    await signUp(token, { phone: '11 5555-7003' });
    const words = {
      status: 401,
      body: { code: 'WRONG_CREDENTIALS', message: 'Celular, nombre o contraseña incorrectos' },
    };
    for (const login of ['espera.laesperanza', 'nadie.laesperanza', '11 5555-7999']) {
      for (let tries = 1; tries <= 5; tries += 1) expect(await account(farm).logIn(login, 'otra')).toMatchObject(words);
      expect(await account(farm).logIn(login, 'otra')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    }
    // One count for one account, whichever way it is tried.
    expect((await account(farm).logIn('11 5555-7003', password)).status).toBe(429);
  });

  test('keeps its person out for good by no number of tries: nothing could be recovered', async () => {
    const { token } = await invited({ first_name: 'Muchas' });
    await signUp(token);
    await farm.db
      .updateTable('users')
      .set({ failed_logins: 200, blocked_until: new Date(farm.clock.now - 1).toISOString() })
      .where('first_name', '=', 'Muchas')
      .execute();
    expect((await account(farm).logIn('muchas.laesperanza', password)).status).toBe(200);
  });

  test.each(['sin-correo:7', 'sin-acceso:7', 'dos palabras', '123', '@', 'x@y'])('is none: %s', async (login) => {
    expect(await account(farm).logIn(login, password)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_BODY', issues: [{ path: 'email' }] },
    });
  });

  test('that was only said gives way to who proves it by its code', async () => {
    const { token } = await invited({ first_name: 'Dijo' });
    await signUp(token, { phone: '11 5555-7004' });
    await farm.as('caro', 'POST', '/api/auth/send-code-phone', { phone: '11 5555-7004' });
    await expect.poll(() => farm.outside.messages.length).toBeGreaterThan(0);
    const code = /\b\d{6}\b/.exec(farm.outside.messages.at(-1)?.text ?? '')?.[0];
    const sent = { phone: '11 5555-7004', code, password: testPassword };
    expect((await farm.as('caro', 'POST', '/api/auth/change-phone', sent)).status).toBe(200);
    expect((await account(farm).logIn('1155557004', password)).status).toBe(401);
    expect((await account(farm).logIn('1155557004', testPassword)).status).toBe(200);
    expect((await account(farm).logIn('dijo.laesperanza', password)).status).toBe(200);
  });

  test('is free again when its account is deleted', async () => {
    const { token } = await invited({ first_name: 'Chau' });
    const { body } = await signUp(token, { phone: '11 5555-7005' });
    expect((await account(farm).with(body['token'], 'DELETE', '/api/auth/delete-account', { password })).status).toBe(
      200,
    );
    expect((await account(farm).logIn('chau.laesperanza', password)).status).toBe(401);
    const again = await invited({ first_name: 'Chau' });
    expect((await signUp(again.token, { phone: '11 5555-7005' })).body['login_name']).toBe('chau.laesperanza');
  });
});

closesInOrder(() => farm);
