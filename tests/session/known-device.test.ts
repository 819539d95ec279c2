import { describe, expect, test, vi } from 'vitest';
import {
  goodWire,
  json,
  noSignal,
  openBrowser,
  openPhone,
  pairAt,
  startMs,
  type Wire,
} from '../support/phone-session.ts';

const pair = pairAt(startMs);
const word = 'una-palabra-de-este-aparato';

/** Our server, which tells the device its word at the log-in. */
const telling: Wire = (call) =>
  call.path === '/api/auth/log-in' ? json({ ok: true, ...pair, known_device: word }) : goodWire(pair)(call);

const form = { email: 'juan@campo.ar', password: 'x' };
const recovery = { method: 'POST', path: '/api/auth/send-recovery-code', body: { email: form.email } } as const;

describe('The word that a device is known by', () => {
  test('goes with what is tried after a log-in that told it, and with nothing else', async () => {
    const phone = openPhone(telling);
    await phone.session.logIn(form);
    await phone.session.send(recovery);
    await phone.session.call({ method: 'GET', path: '/api/lot/info/ombu' });
    const shown = phone.sent.map(({ path, knownDevice }) => [path, knownDevice]);
    expect(shown).toContainEqual(['/api/auth/log-in', null]);
    expect(shown).toContainEqual(['/api/auth/send-recovery-code', word]);
    expect(shown.filter(([path]) => !path?.startsWith('/api/auth/')).map(([, shownWord]) => shownWord)).not.toContain(
      word,
    );
  });

  test('stays on the device when its person leaves, for whoever comes in next', async () => {
    const browser = openBrowser();
    const phone = openPhone(telling, { browser });
    await phone.session.logIn(form);
    await phone.session.logOut();
    const next = openPhone(telling, { browser });
    await next.session.logIn({ ...form, email: 'maria@campo.ar' });
    expect(next.sent.find(({ path }) => path === '/api/auth/log-in')?.knownDevice).toBe(word);
  });

  test('is none from a backend that tells none', async () => {
    const phone = openPhone(goodWire(pair));
    await phone.session.logIn(form);
    await phone.session.send(recovery);
    expect(phone.sent.map(({ knownDevice }) => knownDevice)).not.toContain(word);
    expect(new Set(phone.sent.map(({ knownDevice }) => knownDevice))).toEqual(new Set([null]));
  });
});

describe('A session that is left without signal', () => {
  const leftPath = '/api/auth/left-sessions';
  const claims = btoa(
    JSON.stringify({ sub: 'juan', sid: 'la-de-juan', iat: startMs / 1000, exp: startMs / 1000 + 900 }),
  );
  const named = { token: `head.${claims.replaceAll('=', '')}.sign`, refresh_token: pair.refresh_token };
  const naming: Wire = (call) =>
    call.path === '/api/auth/log-in' ? json({ ok: true, ...named, known_device: word }) : telling(call);

  test('is told to the server at the next contact, by whoever is in then, and once', async () => {
    const browser = openBrowser();
    const phone = openPhone(naming, { browser });
    await phone.session.logIn(form);
    phone.world.wire = noSignal;
    await phone.session.logOut();
    const next = openPhone(naming, { browser });
    await next.session.send(recovery);
    await next.session.send(recovery);
    await Promise.resolve();
    const told = next.sent.filter(({ path }) => path === leftPath);
    expect(told).toMatchObject([{ body: { session_ids: ['la-de-juan'] }, knownDevice: word, token: null }]);
  });

  test('is told again where the server did not hear it', async () => {
    const browser = openBrowser();
    const phone = openPhone(naming, { browser });
    await phone.session.logIn(form);
    phone.world.wire = noSignal;
    await phone.session.logOut();
    const next = openPhone((call) => (call.path === leftPath ? noSignal() : naming(call)), { browser });
    await next.session.send(recovery);
    await vi.waitFor(() => expect(next.sent.map(({ path }) => path)).toContain(leftPath));
    next.world.wire = naming;
    await next.session.send(recovery);
    await vi.waitFor(() => expect(next.sent.filter(({ path }) => path === leftPath)).toHaveLength(2));
  });

  test('needs no word where the server heard the log-out', async () => {
    const phone = openPhone(naming);
    await phone.session.logIn(form);
    await phone.session.logOut();
    await phone.session.send(recovery);
    expect(phone.sent.map(({ path }) => path)).not.toContain(leftPath);
  });
});
