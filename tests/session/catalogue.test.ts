import { describe, expect, test, vi } from 'vitest';
import { createNet } from '../../src/app/net/http.ts';
import {
  farms,
  goodWire,
  held,
  json,
  leave,
  noSignal,
  openBrowser,
  openPhone,
  pairAt,
} from '../support/phone-session.ts';
import { portal, refusal, startMs, type Wire } from '../support/phone-session.ts';

const form = { email: 'juan@campo.ar', password: 'la tranquera azul' };
const good = pairAt(startMs);

/** What the person reads after pressing 'Ingresar' or 'Crear cuenta' against such a server. */
async function told(wire: Wire, act: 'logIn' | 'signUp'): Promise<string> {
  const { session } = openPhone(wire);
  const entered = await session[act](form);
  expect(session.state().status).not.toBe('signed-in');
  return entered.ok ? 'entró' : entered.problem.message;
}

describe.each(['logIn', 'signUp'] as const)('%s that does not work', (act) => {
  test.each<[string, Wire, string]>([
    [
      'the server’s own sentence',
      () => refusal(401, 'Correo o contraseña incorrectos'),
      'Correo o contraseña incorrectos',
    ],
    ['a refusal of another backend, in its words', () => refusal(400, 'Usuario inexistente'), 'Usuario inexistente'],
    ['a refusal with a 200', () => refusal(200, 'Cuenta dada de baja'), 'Cuenta dada de baja'],
    ['a refusal without a sentence', () => refusal(500, null), 'Error inesperado del servidor'],
    ['a refusal with an empty sentence', () => refusal(400, ''), 'Error inesperado del servidor'],
    ['no signal', noSignal, 'No se pudo conectar con el servidor'],
    ['the page of a captive portal', () => portal(), 'No se pudo conectar con el servidor'],
    ['a proxy’s own 502 page', () => portal(502), 'No se pudo conectar con el servidor'],
    ['an answer cut in the middle', () => new Response('{"ok":tr'), 'No se pudo conectar con el servidor'],
    ['somebody else’s JSON', () => new Response('{"hello":1}'), 'No se pudo conectar con el servidor'],
    ['a success without tokens', () => json({ ok: true }), 'Error al iniciar sesión'],
    ['a success with tokens of another shape', () => json({ ok: true, token: 7 }), 'Error al iniciar sesión'],
  ])('%s is told', async (_case, wire, sentence) => {
    expect(await told(wire, act)).toBe(sentence);
  });

  test('the fields that the server marks are marked', async () => {
    const issues = [{ path: 'email', message: 'Ya existe una cuenta con ese correo' }];
    const { session } = openPhone(() => json({ ok: false, message: 'Revisá los datos marcados', issues }, 409));
    expect(await session[act](form)).toEqual({
      ok: false,
      problem: { message: 'Revisá los datos marcados', issues },
    });
  });

  test('a 401 starts no refresh and clears nothing', async () => {
    const browser = openBrowser();
    leave(browser, good);
    const phone = openPhone(() => refusal(401, 'invalid token'), { browser });
    await phone.session[act](form);
    expect(phone.pathsSent()).toHaveLength(1);
    expect(browser.keys.get('token')).toBe(good.token);
  });
});

describe('a log-in that works', () => {
  test('keeps both tokens under the names of the spec, forgets the old selection and takes the first farm', async () => {
    const browser = openBrowser();
    browser.keys.set('organizationSelect', 'ceibo');
    const { session } = openPhone(goodWire(good), { browser });
    expect((await session.logIn(form)).ok).toBe(true);
    expect(Object.fromEntries(browser.keys)).toMatchObject({
      token: good.token,
      refreshToken: good.refresh_token,
      organizationSelect: 'ombu',
    });
    expect(session.state()).toMatchObject({
      status: 'signed-in',
      user: { id: 'juan' },
      selectedId: 'ombu',
      role: 'owner',
    });
  });

  test('then loads the user and his organizations with the new token', async () => {
    const { session, sent } = openPhone(goodWire(good));
    await session.logIn(form);
    expect(sent.map(({ method, path, token }) => [method, path, token])).toEqual([
      ['POST', '/api/auth/log-in', null],
      ['GET', '/api/user', good.token],
      ['GET', '/api/organization/my-organizations', good.token],
    ]);
  });
});

/** A person who is in; then the wire changes. */
async function inside(then: Wire) {
  const browser = openBrowser();
  leave(browser, good);
  const phone = openPhone(goodWire(good), { browser });
  await phone.session.start();
  expect(phone.session.state().status).toBe('signed-in');
  phone.sent.length = 0;
  phone.world.wire = then;
  return phone;
}
const someCall = { method: 'GET', path: '/api/movement/all/ombu' } as const;
const fresh = pairAt(startMs + 1000, 'juan', 'fresh');

describe('a call whose token is refused', () => {
  test.each<[number, string, string?]>([
    [401, 'Please provide token', 'TOKEN_MISSING'],
    [401, 'token expired', 'TOKEN_EXPIRED'],
    [401, 'invalid token', 'TOKEN_INVALID'],
    [401, 'session expired', 'SESSION_EXPIRED'],
    [401, 'Please provide token'],
    [403, 'Please provide token'],
    [403, 'Your session expired yesterday'],
    [403, 'Bad token'],
    [401, 'whatever'],
    [401, ''],
  ])('%i «%s» (%s) is refreshed once and made again', async (status, message, code) => {
    const phone = await inside((call) => {
      if (call.path === '/api/auth/refresh-token') return json({ ok: true, ...fresh });
      return call.token === fresh.token ? json({ ok: true, movements: [] }) : refusal(status, message, code);
    });
    expect((await phone.session.call(someCall)).outcome).toBe('answer');
    expect(phone.pathsSent()).toEqual([someCall.path, '/api/auth/refresh-token', someCall.path]);
  });

  test.each<[number, string, string?]>([
    [403, 'No tenés permiso para hacer esto', 'FORBIDDEN'],
    [403, 'Solo el dueño puede'],
    [404, 'Lote no encontrado', 'NOT_FOUND'],
    [500, 'token service down'],
  ])('%i «%s» (%s) is no matter of the session', async (status, message, code) => {
    const phone = await inside(() => refusal(status, message, code));
    const reply = await phone.session.call(someCall);
    expect(reply).toMatchObject({ outcome: 'refused', problem: { message } });
    expect(phone.pathsSent()).toEqual([someCall.path]);
    expect(phone.session.state().status).toBe('signed-in');
  });

  test('a refresh that is refused too ends the session: tokens, selection and person go, «Session terminated» is said', async () => {
    const phone = await inside(() => refusal(401, 'session expired', 'SESSION_REVOKED'));
    await phone.session.call(someCall);
    expect(phone.session.state()).toMatchObject({
      status: 'signed-out',
      user: null,
      selectedId: null,
      farewell: 'Session terminated',
    });
    expect([...phone.browser.keys.keys()]).toEqual(['contract', 'sesion:ultima', 'sesion:despedida']);
    expect(phone.browser.rows.size).toBe(0);
  });

  test('a retried call that is refused again is not tried a third time', async () => {
    const phone = await inside((call) =>
      call.path === '/api/auth/refresh-token' ? json({ ok: true, ...fresh }) : refusal(401, 'invalid token'),
    );
    expect((await phone.session.call(someCall)).outcome).toBe('refused');
    expect(phone.sent).toHaveLength(3);
  });

  test('the next sign-in forgets the farewell', async () => {
    const phone = await inside(() => refusal(401, 'session expired', 'SESSION_REVOKED'));
    await phone.session.call(someCall);
    phone.world.wire = goodWire(good);
    await phone.session.logIn(form);
    expect(phone.session.state().farewell).toBeNull();
  });
});

describe('a call without a token', () => {
  test('is not made, and says «No authentication token»', async () => {
    const phone = openPhone(goodWire(good));
    await phone.session.start();
    expect(await phone.session.call(someCall)).toMatchObject({
      outcome: 'refused',
      problem: { status: 401, message: 'No authentication token' },
    });
    expect(phone.sent).toEqual([]);
  });
});

describe('logging out', () => {
  test('tells the server with the token and clears this phone', async () => {
    const phone = await inside(goodWire(good));
    expect(await phone.session.logOut()).toBeNull();
    expect(phone.sent).toMatchObject([{ method: 'POST', path: '/api/auth/log-out', token: good.token }]);
    expect(phone.session.state()).toMatchObject({ status: 'signed-out', farewell: null });
    expect(phone.browser.keys.has('token')).toBe(false);
  });

  test.each<[string, Wire]>([
    ['a server that fails', () => refusal(500, null)],
    ['a session that is dead already', () => refusal(401, 'invalid token')],
    ['no signal', noSignal],
    ['a captive portal', () => portal()],
  ])('with %s ends as «Logout completed with API error», and clears all the same', async (_case, wire) => {
    const phone = await inside(wire);
    expect(await phone.session.logOut()).toBe('Logout completed with API error');
    expect(phone.session.state()).toMatchObject({
      status: 'signed-out',
      organizations: [],
      farewell: 'Logout completed with API error',
    });
    // Whom the device has still to forget is known by his id alone.
    expect([...phone.browser.keys.keys()]).toEqual(['contract', 'sesion:ultima', 'sesion:salidas']);
    expect(phone.browser.keys.get('sesion:salidas')).toBe('juan');
    expect(phone.browser.rows.size).toBe(0);
  });

  test('an answer that comes after it signs nobody in again', async () => {
    const phone = await inside(goodWire(good));
    const list = held();
    phone.world.wire = (call) =>
      call.path === '/api/organization/my-organizations' ? list.answer : goodWire(good)(call);
    const loading = phone.session.reloadOrganizations();
    await vi.waitFor(() => expect(phone.pathsSent()).toContain('/api/organization/my-organizations'));
    await phone.session.logOut();
    list.give(json({ ok: true, organizations: farms }));
    await loading;
    expect(phone.session.state().status).toBe('signed-out');
    expect(phone.browser.rows.size).toBe(0);
  });
});

describe('how a call that gave no readable answer is reported', () => {
  const netOver = (fetch: () => Promise<Response>) =>
    createNet({ baseUrl: '', fetch, knowsMark: () => false, noteMark: () => undefined });
  const slow = (_path?: string, init?: RequestInit): Promise<Response> =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('Timed out', 'TimeoutError')));
    });

  test.each<[string, () => Promise<Response>, string]>([
    ['a failed fetch', async () => Promise.reject(new TypeError('Failed to fetch')), 'FETCH_ERROR'],
    ['nothing within the time', slow, 'TIMEOUT_ERROR'],
    ['a page instead of JSON', async () => Promise.resolve(portal()), 'PARSING_ERROR'],
    ['a page with a 404', async () => Promise.resolve(portal(404)), 'PARSING_ERROR'],
    ['a list instead of an answer', async () => Promise.resolve(new Response('[1]')), 'PARSING_ERROR'],
  ])('%s', async (_case, fetch, reason) => {
    const reply = await netOver(fetch).send({ method: 'GET', path: '/api/user', timeoutMs: 20 });
    expect(reply).toMatchObject({ outcome: 'unreachable', reason });
  });

  test('a server that has shown its mark once is not believed without it', async () => {
    const unmarked = async () => Promise.resolve(new Response('{"ok":true}'));
    const net = createNet({ baseUrl: '', fetch: unmarked, knowsMark: () => true, noteMark: () => undefined });
    expect(await net.send({ method: 'GET', path: '/api/user' })).toMatchObject({ reason: 'PARSING_ERROR' });
  });
});
