import { describe, expect, test, vi } from 'vitest';
import { day, farms, goodWire, json, juan, leave, noSignal, openBrowser } from '../support/phone-session.ts';
import { openPhone, pairAt, portal, refusal, startMs, tokenFor, type Wire } from '../support/phone-session.ts';

const second = 1000;
const minute = 60 * second;
const fresh = pairAt(startMs, 'juan', 'fresh');

/** A pair whose tokens end so long after the start of the app (before it: negative). */
const ending = (accessMs: number, refreshMs: number) => ({
  token: tokenFor('juan', startMs - day, day + accessMs),
  refresh_token: tokenFor('juan', startMs - day, day + refreshMs),
});
type Pair = ReturnType<typeof ending>;

const good = ending(10 * minute, 90 * day);
const expiring = ending(20 * second, 90 * day);
const expired = ending(-5 * minute, 90 * day);
const allExpired = ending(-5 * minute, -minute);
const allExpiring = ending(-5 * minute, 20 * second);

/** Our server: refreshes what is alive, refuses what is not. */
const online: Wire = (call) => {
  if (call.path !== '/api/auth/refresh-token') return goodWire(fresh)(call);
  const { refresh_token: spent } = call.body as { refresh_token: string };
  const isAlive = [good, expiring, expired, fresh].some((pair) => pair.refresh_token === spent);
  return isAlive ? json({ ok: true, ...fresh }) : refusal(401, 'session expired', 'SESSION_EXPIRED');
};
const busy: Wire = () => refusal(503, 'El servidor está ocupado', 'SERVER_BUSY');

async function started(pair: Pair | null, wire: Wire, isKnown = true) {
  const browser = openBrowser();
  if (pair) leave(browser, pair, isKnown ? juan : null);
  const phone = openPhone(wire, { browser });
  await phone.session.start();
  return phone;
}
type Row = readonly [
  pair: string,
  Pair | null,
  isKnown: boolean,
  status: string,
  isExpired: boolean,
  refreshes: number,
];

const refreshesOf = (paths: readonly string[]): number =>
  paths.filter((path) => path === '/api/auth/refresh-token').length;

describe('opening the app with signal', () => {
  test.each<Row>([
    ['a good access token', good, true, 'signed-in', false, 0],
    ['an access token that ends within 30 seconds', expiring, true, 'signed-in', false, 1],
    ['an access token that has ended', expired, true, 'signed-in', false, 1],
    ['tokens that have both ended', allExpired, true, 'signed-out', false, 1],
    ['a refresh token in its last 30 seconds that the server refuses', allExpiring, true, 'signed-out', false, 1],
    ['a good access token of somebody not known yet', good, false, 'signed-in', false, 0],
    ['an ended access token of somebody not known yet', expired, false, 'signed-in', false, 1],
    ['ended tokens of somebody not known yet', allExpired, false, 'signed-out', false, 1],
    ['nothing', null, false, 'signed-out', false, 0],
  ])('%s', async (_case, pair, isKnown, status, isExpired, refreshes) => {
    const { session, pathsSent } = await started(pair, online, isKnown);
    expect(session.state()).toMatchObject({ status, expired: isExpired });
    expect(refreshesOf(pathsSent())).toBe(refreshes);
  });

  test('whoever is in stands on the farm that was selected', async () => {
    const { session } = await started(good, online);
    expect(session.state()).toMatchObject({ user: juan, selectedId: 'ceibo', role: 'user' });
  });

  test('a farm that is not in the list any more gives way to the first one', async () => {
    const browser = openBrowser();
    leave(browser, good);
    browser.keys.set('organizationSelect', 'vendido');
    const phone = openPhone(online, { browser });
    await phone.session.start();
    expect(phone.session.state()).toMatchObject({ selectedId: 'ombu', role: 'owner' });
    expect(browser.keys.get('organizationSelect')).toBe('ombu');
  });

  test('an empty list clears the selection, and where the buttons of Inicio stood', async () => {
    const browser = openBrowser();
    leave(browser, good);
    browser.keys.set('inicio', '360 16 BIRTH');
    const phone = openPhone(goodWire(fresh, juan, []), { browser });
    await phone.session.start();
    expect(browser.keys.has('inicio')).toBe(false);
    expect(phone.session.state()).toMatchObject({ status: 'signed-in', organizations: [], selectedId: null });
    expect(phone.browser.keys.has('organizationSelect')).toBe(false);
  });

  test('a session that the server ended leaves no token behind', async () => {
    const { browser, session } = await started(allExpired, online);
    expect(session.state()).toMatchObject({ user: null, farewell: 'Session terminated' });
    expect(['token', 'refreshToken', 'organizationSelect'].filter((key) => browser.keys.has(key))).toEqual([]);
  });
});

const silences: readonly (readonly [string, Wire])[] = [
  ['no signal', noSignal],
  ['a captive portal', () => portal()],
  ['a portal’s 401 page', () => portal(401)],
  ['a portal’s 403 page', () => portal(403)],
  ['a server that is busy', busy],
  ['a server that asks for patience', () => refusal(429, 'Demasiados intentos', 'RATE_LIMITED')],
];

describe.each(silences)('opening the app with %s', (_case, wire) => {
  test.each<readonly [string, Pair, boolean]>([
    ['a good access token', good, false],
    ['an ended access token', expired, false],
    ['tokens that have both ended', allExpired, true],
    ['a refresh token in its last 30 seconds', allExpiring, true],
  ])('%s: who was in stays in, on his farm', async (_row, pair, isExpired) => {
    const { session } = await started(pair, wire);
    expect(session.state()).toMatchObject({ status: 'signed-in', user: juan, expired: isExpired, selectedId: 'ceibo' });
    expect(session.state().organizations).toEqual(farms);
  });

  test.each([
    ['good', good],
    ['ended', allExpired],
  ])('%s tokens of somebody not known yet show nothing, and stay for the next start', async (_row, pair) => {
    const phone = await started(pair, wire, false);
    expect(phone.session.state().status).toBe('signed-out');
    expect(phone.browser.keys.get('refreshToken')).toBe(pair.refresh_token);
    phone.world.wire = online;
    await phone.session.start();
    expect(phone.session.state().status).toBe(pair === good ? 'signed-in' : 'signed-out');
  });

  test('no silence ever takes a token away', async () => {
    const { browser } = await started(allExpired, wire);
    expect(browser.rows.get('auth')).toMatchObject({ refreshToken: allExpired.refresh_token, user: juan });
    expect(browser.keys.get('token')).toBe(allExpired.token);
  });
});

describe('after a hundred days without signal', () => {
  test('the person works on, and the password is asked for when the server has said so', async () => {
    const phone = await started(allExpired, noSignal);
    expect(phone.session.state()).toMatchObject({ status: 'signed-in', expired: true });
    phone.world.wire = online;
    await phone.session.call({ method: 'GET', path: '/api/movement/all/ombu' });
    expect(phone.session.state()).toMatchObject({ status: 'signed-out', farewell: 'Session terminated' });
  });

  test('who was not looking when the session ended is told at the next start, in every tab, until somebody comes in', async () => {
    const phone = await started(allExpired, online);
    const told = { status: 'signed-out', farewell: 'Session terminated' };
    const reopened = openPhone(noSignal, { browser: phone.browser });
    await reopened.session.start();
    expect(reopened.session.state()).toMatchObject(told);
    phone.hearOtherTab();
    await vi.waitFor(() => expect(phone.session.state()).toMatchObject(told));
    reopened.world.wire = online;
    await reopened.session.logIn({ email: 'juan@campo.ar', password: 'x' });
    await reopened.session.logOut();
    const third = openPhone(online, { browser: phone.browser });
    await third.session.start();
    expect(third.session.state()).toMatchObject({ status: 'signed-out', farewell: null });
  });

  test('logging in again from the banner goes on where the person was', async () => {
    const phone = await started(allExpired, noSignal);
    phone.world.wire = online;
    expect((await phone.session.logIn({ email: 'juan@campo.ar', password: 'x' })).ok).toBe(true);
    expect(phone.session.state()).toMatchObject({ status: 'signed-in', expired: false, user: juan });
  });
});

describe('what is on the disk', () => {
  test.each([
    ['a word', 'hola'],
    ['a token without an end', `a.${btoa('{"sub":"juan"}')}.c`],
    ['broken JSON', `a.${btoa('{"sub":')}.c`],
  ])('%s in place of the tokens is thrown away', async (_case, text) => {
    const browser = openBrowser();
    browser.keys.set('token', text).set('refreshToken', text);
    const phone = openPhone(online, { browser });
    await phone.session.start();
    expect(phone.session.state().status).toBe('signed-out');
    expect(phone.sent).toEqual([]);
  });

  test('keys that were cleared are written again from the database', async () => {
    const browser = openBrowser();
    leave(browser, good);
    browser.keys.clear();
    const phone = openPhone(noSignal, { browser });
    await phone.session.start();
    expect(phone.session.state().status).toBe('signed-in');
    expect(browser.keys.get('token')).toBe(good.token);
  });

  test('keys that were rolled back give way to the newer pair of the database', async () => {
    const browser = openBrowser();
    leave(browser, fresh);
    browser.keys.set('token', good.token).set('refreshToken', good.refresh_token);
    const phone = openPhone(online, { browser });
    await phone.session.start();
    expect(phone.sent[0]?.token).toBe(fresh.token);
    expect(browser.keys.get('refreshToken')).toBe(fresh.refresh_token);
  });

  test('a database that was evicted is made again from the keys', async () => {
    const browser = openBrowser();
    leave(browser, good);
    browser.rows.clear();
    const phone = openPhone(online, { browser });
    await phone.session.start();
    expect(phone.session.state()).toMatchObject({ status: 'signed-in', user: juan });
    expect(browser.rows.get('auth')).toMatchObject({ refreshToken: good.refresh_token, user: juan });
  });
});

describe('the fetch of the current user', () => {
  test('a 403 goes on loading', async () => {
    const { session, browser } = await started(good, () => refusal(403, 'Todavía no', 'FORBIDDEN'), false);
    expect(session.state().status).toBe('checking');
    expect(browser.keys.get('token')).toBe(good.token);
  });

  test('a 403 takes nobody off the farm', async () => {
    const { session } = await started(good, () => refusal(403, 'Todavía no', 'FORBIDDEN'));
    expect(session.state()).toMatchObject({ status: 'signed-in', user: juan });
  });

  test('a user of another shape is no user', async () => {
    const { session } = await started(good, () => json({ ok: true, user: { id: 7 } }), false);
    expect(session.state().status).toBe('signed-out');
  });
});

describe('another person on the same phone', () => {
  const ana = { ...juan, id: 'ana', first_name: 'Ana' };
  const hers = pairAt(startMs, 'ana');

  test('a sign-in that loses the signal halfway leaves nobody in, and no tokens of hers under his name', async () => {
    const phone = await started(allExpired, noSignal);
    phone.world.wire = (call) => (call.path === '/api/auth/log-in' ? json({ ok: true, ...hers }) : noSignal());
    expect((await phone.session.logIn({ email: 'ana@campo.ar', password: 'x' })).ok).toBe(false);
    expect(phone.session.state()).toMatchObject({ status: 'signed-out', user: null });
    expect(phone.browser.rows.get('auth')).toMatchObject({ token: hers.token, user: null });
  });

  test('a call of his that was under way is not made again in her name', async () => {
    const phone = await started(good, online);
    phone.sent.length = 0;
    phone.world.wire = async (call) => {
      if (call.token !== good.token) return goodWire(hers, ana)(call);
      phone.world.wire = goodWire(hers, ana);
      await phone.session.logIn({ email: 'ana@campo.ar', password: 'x' });
      return refusal(401, 'session expired', 'SESSION_REVOKED');
    };
    const his = { method: 'POST', path: '/api/movement/birth/ombu' } as const;
    expect((await phone.session.call(his)).outcome).toBe('refused');
    expect(phone.sent.filter((call) => call.path === his.path).map((call) => call.token)).toEqual([good.token]);
    expect(phone.session.state()).toMatchObject({ status: 'signed-in', user: ana });
  });
});

describe('a browser that has thrown its databases away', () => {
  async function afterLogIn() {
    const phone = openPhone(goodWire(good));
    await phone.session.logIn({ email: 'juan@campo.ar', password: 'x' });
    const { browser } = phone;
    browser.rows.clear();
    return browser;
  }

  test('opens the farm of whoever was signed in, also without signal', async () => {
    const phone = openPhone(noSignal, { browser: await afterLogIn() });
    await phone.session.start();
    expect(phone.session.state()).toMatchObject({ status: 'signed-in', user: juan });
    expect(phone.browser.rows.get('auth')).toMatchObject({ user: juan, organizations: farms });
  });

  test('lets nobody in by the name of somebody else, nor by words that nobody can read', async () => {
    const browser = await afterLogIn();
    browser.keys.set('sesion:personas', JSON.stringify({ user: { ...juan, id: 'otra' }, organizations: farms }));
    const phone = openPhone(noSignal, { browser });
    await phone.session.start();
    expect(phone.session.state().status).toBe('signed-out');
    browser.rows.clear();
    browser.keys.set('sesion:personas', '{"user":');
    const later = openPhone(noSignal, { browser });
    await later.session.start();
    expect(later.session.state().status).toBe('signed-out');
  });

  test('forgets the person with the log-out', async () => {
    const phone = openPhone(goodWire(good));
    await phone.session.logIn({ email: 'juan@campo.ar', password: 'x' });
    await phone.session.logOut();
    expect([...phone.browser.keys.values()].filter((kept) => kept.includes('Pérez'))).toEqual([]);
  });
});
