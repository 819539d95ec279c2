import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createSession } from '../../src/app/session/create-session.ts';
import { openSelection, openVault } from '../../src/app/session/vault.ts';
import { openAuthStore } from '../../src/app/store/auth-store.ts';
import { HandClock, Phone } from '../support/field.ts';
import { openFieldServer } from '../support/field-server.ts';
import { goodWire, openBrowser, openPhone, openTab, pairAt, refusal, startMs } from '../support/phone-session.ts';
import { indexedDbStore } from '../support/stores.ts';

/** The session on the phone's own kind of database, beside a farm with a record that waits. */
async function withSomethingWaiting() {
  const store = indexedDbStore();
  const clock = new HandClock();
  const { farm } = new Phone(await openFieldServer(clock), clock, 'juan', store);
  const saved = await farm.acts.createLot({ name: 'El Sauce', hectares: 40 });
  expect(saved.ok).toBe(true);
  const browser = { ...openBrowser(), store: openAuthStore() };
  const phone = openPhone(goodWire(pairAt(startMs)), { browser });
  await phone.session.logIn({ email: 'juan@campo.ar', password: 'x' });
  expect(await browser.store.read()).not.toBeNull();
  const waiting = async (): Promise<readonly string[]> =>
    (await farm.views.pending()).map((view) => `${view.title} · ${view.summary}`);
  return { phone, waiting, auth: browser.store };
}

test('logging out leaves what waits to be sent', async () => {
  const { phone, waiting, auth } = await withSomethingWaiting();
  await phone.session.logOut();
  expect(await auth.read()).toBeNull();
  expect(await waiting()).toEqual(['Lote nuevo · El Sauce']);
});

test('a session that the server ends leaves what waits to be sent', async () => {
  const { phone, waiting, auth } = await withSomethingWaiting();
  phone.world.wire = () => refusal(401, 'session expired', 'SESSION_REVOKED');
  await phone.session.call({ method: 'GET', path: '/api/user' });
  expect(phone.session.state().status).toBe('signed-out');
  expect(await auth.read()).toBeNull();
  expect(await waiting()).toEqual(['Lote nuevo · El Sauce']);
});

test('a tab that hears of another tab’s log-out finds nothing on the disk', async () => {
  const { phone, auth } = await withSomethingWaiting();
  const found: unknown[] = [];
  const keys = phone.browser.storage;
  const reading: Promise<void>[] = [];
  const leaving = createSession({
    net: { send: async () => Promise.resolve({ outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' }) },
    vault: openVault(
      () => Promise.resolve(auth),
      {
        ...keys,
        removeItem: (key) => {
          keys.removeItem(key);
          reading.push(auth.read().then((row) => void found.push(row)));
        },
      },
      openSelection(keys, openTab(), () => 'mark'),
    ),
    isInUse: () => false,
    exclusive: phone.browser.exclusive,
    newId: () => 'id',
    now: () => startMs,
    handOver: async () => Promise.resolve({ is: 'not-lost' }),
    after: () => undefined,
    onOtherTab: () => () => undefined,
  });
  await leaving.start();
  await leaving.logOut();
  await Promise.all(reading);
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((row) => row === null)).toBe(true);
});
