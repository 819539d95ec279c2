import { describe, expect, test } from 'vitest';
import type { User } from '../../src/contract/endpoints/session.ts';
import { openDepartures } from '../../src/app/session/departures.ts';
import { goodWire, juan, openBrowser, openPhone, pairAt, refusal, startMs } from '../support/phone-session.ts';

const maria: User = { ...juan, id: 'maria-id', email: 'maria@campo.ar' };
const logIn = async (phone: ReturnType<typeof openPhone>): Promise<void> =>
  void (await phone.session.logIn({ email: 'x@campo.ar', password: 'x' }));

/** Juan is in; gives who is to be forgotten after each thing that happens. */
async function withJuan() {
  const browser = openBrowser();
  const phone = openPhone(goodWire(pairAt(startMs)), { browser });
  await logIn(phone);
  return { phone, browser, departed: () => openDepartures(browser.storage).all() };
}
const terminate = async (phone: ReturnType<typeof openPhone>): Promise<void> => {
  phone.world.wire = () => refusal(401, 'session expired', 'SESSION_REVOKED');
  await phone.session.call({ method: 'GET', path: '/api/user' });
};

describe('A device has to forget', () => {
  test('whoever logs out, also when no server hears it', async () => {
    const { phone, departed } = await withJuan();
    expect(departed()).toEqual([]);
    phone.world.wire = () => Promise.reject(new TypeError('no signal'));
    await phone.session.logOut();
    expect(departed()).toEqual([juan.id]);
  });

  test('whoever deletes his account', async () => {
    const { phone, departed } = await withJuan();
    await phone.session.leave();
    expect(departed()).toEqual([juan.id]);
  });

  test('nobody whose session the server ended: he comes back to his farm', async () => {
    const { phone, departed } = await withJuan();
    await terminate(phone);
    expect(departed()).toEqual([]);
    phone.world.wire = goodWire(pairAt(startMs));
    await logIn(phone);
    expect(departed()).toEqual([]);
  });

  test('but him too, once somebody else is in', async () => {
    const { phone, departed } = await withJuan();
    await terminate(phone);
    phone.world.wire = goodWire(pairAt(startMs, maria.id), maria);
    await logIn(phone);
    expect(departed()).toEqual([juan.id]);
  });

  test('several, each until nothing of him is left', async () => {
    const { phone, browser } = await withJuan();
    await phone.session.logOut();
    phone.world.wire = goodWire(pairAt(startMs, maria.id), maria);
    await logIn(phone);
    await phone.session.logOut();
    const departures = openDepartures(browser.storage);
    expect(departures.all()).toEqual([juan.id, maria.id]);
    departures.settle(juan.id);
    expect(departures.all()).toEqual([maria.id]);
    departures.settle(maria.id);
    expect(browser.keys.has('sesion:salidas')).toBe(false);
  });
});
