import { openMemoryStore } from '../support/memory-store.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FarmStore } from '../../src/app/store/store.ts';
import { emptyLostPhone } from '../../src/app/sync/device/lost-phone.ts';
import { lostSentences as words } from '../../src/contract/sentences-lost.ts';
import { HandClock, Phone } from '../support/field.ts';
import { openFieldServer } from '../support/field-server.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { goodWire, json, leave, noSignal, openBrowser, openPhone, pairAt, startMs } from '../support/phone-session.ts';
import { type Sent, type Wire } from '../support/phone-session.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const pair = pairAt(startMs);
let store: FarmStore;
let farm: Phone['farm'];

beforeEach(async () => {
  store = openMemoryStore();
  const clock = new HandClock();
  const phone = new Phone(await openFieldServer(clock), clock, 'juan', store);
  farm = phone.farm;
  await phone.start();
  phone.fault = 'no-signal';
  for (const name of ['El Sauce', 'La Loma', 'El Bajo Chico']) await farm.acts.createLot({ name, hectares: 40 });
  farm.stop();
});

const keysOf = ({ body }: Sent): string[] =>
  ((body as { operations?: { key: string }[] } | undefined)?.operations ?? []).map(({ key }) => key);

/** A server that knows the phone for lost, and keeps what passes. */
const lostWire =
  (keeps: (key: string, at: number) => boolean = () => true): Wire =>
  (sent) =>
    json({ ok: false, code: 'SESSION_LOST', message: 'session expired', kept: keysOf(sent).filter(keeps) }, 401);

/** The app on Juan's phone; everything was fine when he closed it. */
function open(wire: Wire, browser = openBrowser()) {
  if (browser.rows.size === 0) leave(browser, pair);
  return openPhone(wire, {
    browser,
    handOver: (userId, say) => emptyLostPhone({ store, say, userId, clock: { now: () => startMs } }),
  });
}
const waiting = async (): Promise<readonly string[]> =>
  (await store.unsent()).map(({ body }) => String(body?.['name']));
const lotsShown = async (): Promise<number> => (await store.picture(organizationId, {})).lots.length;

describe('A phone that was marked as lost', () => {
  test('hands over what it had still to send, then forgets the farm and the session, and says why', async () => {
    expect(await lotsShown()).toBeGreaterThan(0);
    const phone = open(lostWire());
    await phone.session.start();
    expect(phone.session.state()).toMatchObject({ status: 'signed-out', user: null, farewell: words.emptied });
    const [batch] = phone.sent.filter(({ path }) => path === `/api/sync/${organizationId}/ops`);
    expect(batch && keysOf(batch)).toHaveLength(3);
    expect(batch?.token).toBe(pair.token);
    expect(await waiting()).toEqual([]);
    expect(await lotsShown()).toBe(0);
    expect(phone.browser.rows.size).toBe(0);
    expect(phone.browser.keys.has('token')).toBe(false);
    const reopened = openPhone(noSignal, { browser: phone.browser });
    await reopened.session.start();
    expect(reopened.session.state().farewell).toBe(words.emptied);
  });

  test('never forgets what the server did not keep', async () => {
    const phone = open(lostWire((_key, at) => at === 1));
    await phone.session.start();
    expect(phone.session.state().farewell).toBe(words.left(2));
    expect(await waiting()).toEqual(['El Sauce', 'El Bajo Chico']);
    expect(await lotsShown()).toBe(0);
  });

  test('is empty but for a record that a proxy stops, says so, and tries it again, also after a restart', async () => {
    const stopped = (await store.unsent())[1]?.opId ?? '';
    const proxied: Wire = (sent) => (keysOf(sent).includes(stopped) ? noSignal() : lostWire()(sent));
    const phone = open(proxied);
    await phone.session.start();
    expect(phone.session.state()).toMatchObject({ status: 'signed-out', user: null, farewell: words.left(1) });
    expect(await waiting()).toEqual(['La Loma']);
    expect(await lotsShown()).toBe(0);
    const reopened = open(proxied, phone.browser);
    await reopened.session.start();
    expect(reopened.session.state()).toMatchObject({ user: null, farewell: words.left(1) });
    reopened.world.wire = lostWire();
    reopened.passTime();
    await vi.waitFor(() => expect(reopened.session.state().farewell).toBe(words.emptied));
    expect(await waiting()).toEqual([]);
    expect(phone.browser.rows.size).toBe(0);
  });

  test('lets nobody in while it cannot hand over, and goes on at the next signal, also after a restart', async () => {
    const isBatch = ({ path }: Sent): boolean => path.endsWith('/ops');
    const phone = open((sent) => (isBatch(sent) ? noSignal() : lostWire()(sent)));
    await phone.session.start();
    expect(phone.session.state()).toMatchObject({ status: 'signed-out', farewell: words.sending });
    expect(await waiting()).toHaveLength(3);
    const reopened = open(noSignal, phone.browser);
    await reopened.session.start();
    expect(reopened.session.state()).toMatchObject({ status: 'signed-out', user: null, farewell: words.sending });
    reopened.world.wire = lostWire();
    reopened.passTime();
    await vi.waitFor(() => expect(reopened.session.state().farewell).toBe(words.emptied));
    expect(await waiting()).toEqual([]);
  });

  test('says so where photos stay behind, and tries them again', async () => {
    const photo = jpegOf(1);
    const named = {
      digest: digestOf(photo),
      type: 'image/jpeg',
      size: photo.length,
      state: 'named',
      addedAt: new Date(startMs).toISOString(),
      sentAt: null,
      epoch: null,
      attempts: 0,
      nextAt: 0,
      problem: null,
    } as const;
    await store.keepBlob(organizationId, named, photo);
    const isPhoto = ({ path }: Sent): boolean => path.startsWith('/api/blob/');
    const phone = open((sent) => (isPhoto(sent) ? noSignal() : lostWire()(sent)));
    await phone.session.start();
    expect(phone.session.state().farewell).toBe(words.photosLeft(1));
    expect(await waiting()).toEqual([]);
    phone.world.wire = (sent) =>
      isPhoto(sent) ? json({ ok: true, blob: { digest: named.digest, type: named.type, size: 1 } }) : lostWire()(sent);
    phone.passTime();
    await vi.waitFor(() => expect(phone.session.state().farewell).toBe(words.emptied));
    expect(await store.blobs(organizationId)).toEqual([]);
  });

  test('is told so by whatever it asks, also when it renews its session or logs out', async () => {
    for (const act of ['call', 'logOut', 'freshToken'] as const) {
      const phone = open(goodWire(pair));
      await phone.session.start();
      phone.world.wire = lostWire();
      if (act === 'call') await phone.session.call({ method: 'GET', path: '/api/user' });
      if (act === 'logOut') await phone.session.logOut();
      phone.world.now += act === 'freshToken' ? 20 * 60_000 : 0;
      await phone.session.freshToken();
      expect(phone.session.state().farewell).toBe(words.emptied);
    }
  });

  test('is an open phone again for whoever signs in on it', async () => {
    const phone = open(noSignal);
    await phone.session.start();
    phone.world.wire = lostWire();
    await phone.session.call({ method: 'GET', path: '/api/user' });
    phone.world.wire = goodWire(pairAt(startMs + 60_000));
    expect((await phone.session.logIn({ email: 'juan@campo.ar', password: 'x' })).ok).toBe(true);
    expect(phone.browser.rows.get('auth')).toMatchObject({ isLost: false });
    expect(phone.session.state()).toMatchObject({ status: 'signed-in', farewell: null });
  });

  test('whose loss nobody remembers any more keeps everything, as after any session that ended', async () => {
    const phone = open((sent) =>
      sent.path.endsWith('/ops')
        ? json({ ok: false, code: 'SESSION_REVOKED', message: 'session expired' }, 401)
        : lostWire()(sent),
    );
    await phone.session.start();
    expect(phone.session.state()).toMatchObject({ status: 'signed-out', farewell: 'Session terminated' });
    expect(await waiting()).toHaveLength(3);
    expect(await lotsShown()).toBeGreaterThan(0);
  });
});
