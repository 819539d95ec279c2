import { describe, expect, test } from 'vitest';
import { decodeToken, newerPair } from '../../src/app/session/tokens.ts';
import {
  type Browser,
  day,
  held,
  json,
  juan,
  leave,
  noSignal,
  openBrowser,
  openPhone,
  pairAt,
  type Phone,
  portal,
  refusal,
  type Sent,
  startMs,
  type Wire,
} from '../support/phone-session.ts';

const minute = 60_000;
const refreshPath = '/api/auth/refresh-token';
const someCall = { method: 'GET', path: '/api/movement/all/ombu' } as const;

/** A server with a family of refresh tokens: each is good once, again under the same attempt, and no other way (trust.md §5). */
function familyServer(world: { now: number }) {
  const first = pairAt(world.now, 'juan', 'g0');
  let generation = 0;
  let current = first;
  let parent: { readonly refreshToken: string; readonly attempt: string | null } | null = null;
  let isRevoked = false;
  const refresh = ({ body, key }: Sent): Response => {
    const spent = (body as { refresh_token: string }).refresh_token;
    if (isRevoked) return refusal(401, 'session expired', 'SESSION_REVOKED');
    if (spent === current.refresh_token) {
      parent = { refreshToken: spent, attempt: key };
      current = pairAt(world.now, 'juan', `g${(generation += 1)}`);
    } else if (spent !== parent?.refreshToken || key !== parent.attempt) {
      isRevoked = true;
      return refusal(401, 'session expired', 'SESSION_REUSE');
    }
    return json({ ok: true, ...current }, 200, dated());
  };
  const dated = () => ({ date: new Date(world.now).toUTCString() });
  const wire: Wire = (call) => {
    if (call.path === refreshPath) return refresh(call);
    if (call.path === '/api/auth/log-in') return json({ ok: true, ...current }, 200, dated());
    const facts = decodeToken(call.token ?? '');
    const isGood = call.token === current.token && facts !== null && facts.expiresMs > world.now;
    if (!isGood) return refusal(401, 'token expired', 'TOKEN_EXPIRED');
    return json({ ok: true, user: juan, organizations: [] }, 200, dated());
  };
  return { wire, first, generations: () => generation, current: () => current };
}

/** Somebody who is in, with time gone by so that the access token has ended. */
async function tired(browser: Browser = openBrowser(), skewMs = 0) {
  const world = { now: startMs };
  const server = familyServer(world);
  leave(browser, server.first);
  const phone = openPhone(server.wire, { browser, now: startMs + skewMs });
  await phone.session.start();
  phone.sent.length = 0;
  const wait = (ms: number): void => {
    world.now += ms;
    phone.world.now += ms;
  };
  wait(20 * minute);
  return { phone, server, wait };
}
const refreshes = (...phones: Phone[]): number =>
  phones.flatMap((phone) => phone.pathsSent()).filter((path) => path === refreshPath).length;

describe('many calls at once with a token that has ended', () => {
  test('make one refresh, and all are answered', async () => {
    const { phone } = await tired();
    const replies = await Promise.all(Array.from({ length: 40 }, () => phone.session.call(someCall)));
    expect(replies.every((reply) => reply.outcome === 'answer')).toBe(true);
    expect(refreshes(phone)).toBe(1);
  });

  test('make one refresh too when only the server knows that the token ended', async () => {
    const { phone } = await tired();
    phone.world.now -= 20 * minute;
    const replies = await Promise.all(Array.from({ length: 40 }, () => phone.session.call(someCall)));
    expect(replies.every((reply) => reply.outcome === 'answer')).toBe(true);
    expect(refreshes(phone)).toBe(1);
  });

  test('in two tabs make one refresh between them', async () => {
    const browser = openBrowser();
    const { phone, server } = await tired(browser);
    const other = openPhone(server.wire, { browser, now: phone.world.now });
    await other.session.start();
    const calls = [phone, other].flatMap((tab) => Array.from({ length: 20 }, () => tab.session.call(someCall)));
    const replies = await Promise.all(calls);
    expect(replies.every((reply) => reply.outcome === 'answer')).toBe(true);
    expect(refreshes(phone, other)).toBe(1);
    expect(server.generations()).toBe(1);
  });
});

describe('a refresh whose answer is lost', () => {
  const losing =
    (wire: Wire, lost: () => Response): Wire =>
    async (call) => {
      const answer = await wire(call);
      return call.path === refreshPath ? lost() : answer;
    };

  test.each<[string, () => Response]>([
    ['by the signal', noSignal],
    ['in a portal', () => portal()],
    ['in the middle', () => new Response('{"ok":true,"token":"a')],
    ['and a proxy answers instead', () => portal(502)],
  ])('%s signs nobody out, and is asked again under the same attempt', async (_case, lost) => {
    const { phone, server } = await tired();
    phone.world.wire = losing(server.wire, lost);
    expect((await phone.session.call(someCall)).outcome).toBe('unreachable');
    expect(phone.session.state().status).toBe('signed-in');
    phone.world.wire = server.wire;
    expect((await phone.session.call(someCall)).outcome).toBe('answer');
    const keys = phone.sent.filter((call) => call.path === refreshPath).map((call) => call.key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(server.generations()).toBe(1);
  });

  test('is asked again after the app was killed and eight days went by', async () => {
    const { phone, server, wait } = await tired();
    phone.world.wire = losing(server.wire, noSignal);
    await phone.session.call(someCall);
    wait(8 * day);
    const reborn = openPhone(server.wire, { browser: phone.browser, now: phone.world.now });
    await reborn.session.start();
    expect(reborn.session.state().status).toBe('signed-in');
    expect(reborn.sent[0]).toMatchObject({ path: refreshPath, key: phone.sent[0]?.key });
  });

  test('has its attempt on the disk before it is sent', async () => {
    const { phone, server } = await tired();
    const seen: unknown[] = [];
    phone.world.wire = (call) => {
      if (call.path === refreshPath) seen.push(phone.browser.rows.get('auth')?.attempt?.id === call.key);
      return server.wire(call);
    };
    await phone.session.call(someCall);
    expect(seen).toEqual([true]);
    expect(phone.browser.rows.get('auth')?.attempt).toBeNull();
  });

  test('cut at every byte of the answer never signs anybody out', async () => {
    const { phone, server } = await tired();
    const whole = JSON.stringify({ ok: true, ...server.first });
    for (let length = 0; length < whole.length; length += 1) {
      phone.world.wire = losing(server.wire, () => new Response(whole.slice(0, length)));
      await phone.session.call(someCall);
    }
    phone.world.wire = server.wire;
    expect((await phone.session.call(someCall)).outcome).toBe('answer');
    expect(phone.session.state().status).toBe('signed-in');
  });
});

describe('rotation', () => {
  test('a thousand refreshes in a row each spend the newest token', async () => {
    const { phone, server, wait } = await tired();
    for (let turn = 0; turn < 1000; turn += 1) {
      expect((await phone.session.call(someCall)).outcome).toBe('answer');
      wait(16 * minute);
    }
    expect(server.generations()).toBe(1000);
    expect(phone.browser.keys.get('refreshToken')).toBe(server.current().refresh_token);
    expect(phone.browser.rows.get('auth')?.token).toBe(server.current().token);
  });

  test('a copy of a token that was used elsewhere ends the session here', async () => {
    const { phone, server } = await tired();
    await server.wire({
      method: 'POST',
      path: refreshPath,
      token: null,
      knownDevice: null,
      key: 'thief',
      body: { refresh_token: server.first.refresh_token },
    });
    await phone.session.call(someCall);
    expect(phone.session.state()).toMatchObject({ status: 'signed-out', farewell: 'Session terminated' });
  });

  test('a refused refresh that is not about the session ends nothing', async () => {
    const { phone } = await tired();
    phone.world.wire = () => refusal(429, 'Demasiados intentos', 'RATE_LIMITED');
    expect(await phone.session.call(someCall)).toMatchObject({ problem: { code: 'RATE_LIMITED' } });
    expect(phone.session.state().status).toBe('signed-in');
  });

  test('an answer that comes after the log-out is not kept', async () => {
    const { phone, server } = await tired();
    const late = held();
    phone.world.wire = (call) => (call.path === refreshPath ? late.answer : json({ ok: true }));
    const calling = phone.session.call(someCall);
    await phone.session.logOut();
    late.give(json({ ok: true, ...server.first }));
    await calling;
    expect(phone.session.state()).toMatchObject({ status: 'signed-out', farewell: null });
    expect(phone.browser.rows.size).toBe(0);
    expect(phone.browser.keys.has('token')).toBe(false);
  });
});

describe('a phone whose clock is wrong', () => {
  test.each([
    ['a day ahead', day],
    ['a day behind', -day],
    ['two years ahead', 730 * day],
    ['in 1970', -startMs],
  ])('%s stays in, and refreshes no more than once in ten minutes', async (_case, skewMs) => {
    const { phone, wait } = await tired(openBrowser(), skewMs);
    for (let turn = 0; turn < 60; turn += 1) {
      expect((await phone.session.call(someCall)).outcome).toBe('answer');
      wait(minute);
    }
    expect(phone.session.state()).toMatchObject({ status: 'signed-in', expired: false });
    expect(refreshes(phone)).toBeLessThanOrEqual(6);
  });

  test('a day ahead, it has its clock set right by the log-in itself', async () => {
    const server = familyServer({ now: startMs });
    const phone = openPhone(server.wire, { now: startMs + day });
    expect((await phone.session.logIn({ email: 'juan@campo.ar', password: 'x' })).ok).toBe(true);
    expect(refreshes(phone)).toBe(0);
  });

  test('a day ahead, without signal, is not told that the session ran out: the offset was kept', async () => {
    const { phone, wait } = await tired(openBrowser(), 200 * day);
    await phone.session.call(someCall);
    wait(minute);
    const later = openPhone(noSignal, { browser: phone.browser, now: phone.world.now });
    await later.session.start();
    expect(later.session.state()).toMatchObject({ status: 'signed-in', expired: false });
  });
});

describe('the live connection’s token', () => {
  test('is fresh, or none at all', async () => {
    const { phone, server } = await tired();
    expect(await phone.session.freshToken()).toBe(server.current().token);
    expect(server.generations()).toBe(1);
    await phone.session.logOut();
    expect(await phone.session.freshToken()).toBeNull();
  });

  test('without signal there is none, and nobody is signed out', async () => {
    const { phone } = await tired();
    phone.world.wire = noSignal;
    expect(await phone.session.freshToken()).toBeNull();
    expect(phone.session.state().status).toBe('signed-in');
  });
});

test('another tab that logged out or in is followed', async () => {
  const browser = openBrowser();
  const { phone, server } = await tired(browser);
  const other = openPhone(server.wire, { browser, now: phone.world.now });
  await other.session.start();
  await phone.session.logOut();
  other.hearOtherTab();
  await expect.poll(() => other.session.state().status).toBe('signed-out');
});

test('of two pairs the one issued last counts, and a broken one never', () => {
  const old = pairAt(startMs);
  const young = pairAt(startMs + minute);
  const asPair = ({ token, refresh_token }: typeof old) => ({ token, refreshToken: refresh_token });
  expect(newerPair(asPair(old), asPair(young))).toEqual(asPair(young));
  expect(newerPair(asPair(young), asPair(old))).toEqual(asPair(young));
  expect(newerPair({ token: 'x', refreshToken: 'y' }, asPair(old))).toEqual(asPair(old));
  expect(newerPair({ token: 'x', refreshToken: 'y' }, null)).toBeNull();
});
