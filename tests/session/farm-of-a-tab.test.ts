import { describe, expect, test, vi } from 'vitest';
import type { Membership } from '../../src/contract/endpoints/session.ts';
import { farms, goodWire, juan, leave, noSignal, openBrowser, openPhone } from '../support/phone-session.ts';
import { type Browser, openTab, pairAt, type Phone, startMs } from '../support/phone-session.ts';

const pair = pairAt(startMs);
const newer = pairAt(startMs + 60_000);
const [ombu, ceibo] = farms as readonly [Membership, Membership];
const listing = (list: readonly Membership[]) => goodWire(pair, juan, list);

/** A browser where Juan is in and stood on El Ceibo. */
function browserOfJuan(): Browser {
  const browser = openBrowser();
  leave(browser, pair);
  return browser;
}

async function started(browser: Browser, wire = listing(farms), tab = openTab()): Promise<Phone> {
  const phone = openPhone(wire, { browser, tab });
  await phone.session.start();
  return phone;
}

const farmOf = ({ session }: Phone) => session.state().selectedId;

describe('two tabs on two farms', () => {
  test('each stays on its own while the other changes, renews the token or asks for the list', async () => {
    const browser = browserOfJuan();
    const one = await started(browser);
    const two = await started(browser);
    two.session.select('ombu');
    expect([farmOf(one), farmOf(two)]).toEqual(['ceibo', 'ombu']);
    browser.keys.set('token', newer.token).set('refreshToken', newer.refresh_token);
    one.hearOtherTab();
    await vi.waitFor(() => expect(one.sent.at(-1)?.path).toBe('/api/organization/my-organizations'));
    await one.session.reloadOrganizations();
    expect([farmOf(one), farmOf(two)]).toEqual(['ceibo', 'ombu']);
    expect(browser.keys.get('organizationSelect')).toBe('ombu');
  });

  test('a new tab begins where somebody chose last', async () => {
    const browser = browserOfJuan();
    const one = await started(browser);
    one.session.select('ombu');
    expect(farmOf(await started(browser))).toBe('ombu');
  });

  test.each([
    ['with signal', listing(farms)],
    ['without signal', noSignal],
  ])('a tab that is reloaded %s opens its own farm, not that of the other', async (_case, wire) => {
    const browser = browserOfJuan();
    const tab = openTab();
    await started(browser, listing(farms), tab);
    const two = await started(browser);
    two.session.select('ombu');
    expect(farmOf(await started(browser, wire, tab))).toBe('ceibo');
  });

  test('a choice that is written by hand into the browser’s storage counts at the next start', async () => {
    const browser = browserOfJuan();
    const tab = openTab();
    await started(browser, listing(farms), tab);
    browser.keys.set('organizationSelect', 'ombu');
    expect(farmOf(await started(browser, listing(farms), tab))).toBe('ombu');
  });
});

describe('who is taken off the farm that is open', () => {
  test('stays where he is behind a wall, whatever the list says, and goes on by his own hand', async () => {
    const phone = await started(browserOfJuan());
    phone.world.wire = listing([ombu]);
    await phone.session.reloadOrganizations();
    expect(phone.session.state()).toMatchObject({ selectedId: 'ceibo', isOffTeam: true, open: ceibo, role: 'user' });
    expect(phone.browser.keys.get('organizationSelect')).toBe('ombu');
    phone.session.select('ombu');
    expect(phone.session.state()).toMatchObject({ selectedId: 'ombu', isOffTeam: false, open: ombu, role: 'owner' });
  });

  test('finds everything as it was when he is added again', async () => {
    const phone = await started(browserOfJuan());
    phone.world.wire = listing([]);
    await phone.session.reloadOrganizations();
    expect(phone.session.state()).toMatchObject({ selectedId: 'ceibo', isOffTeam: true, organizations: [] });
    expect(phone.browser.keys.has('organizationSelect')).toBe(false);
    phone.world.wire = listing([ombu, { ...ceibo, role: 'admin' }]);
    await phone.session.reloadOrganizations();
    expect(phone.session.state()).toMatchObject({ selectedId: 'ceibo', isOffTeam: false, role: 'admin' });
  });

  test('at a start, with nothing open yet, finds the first of the list', async () => {
    const phone = await started(browserOfJuan(), listing([ombu]));
    expect(phone.session.state()).toMatchObject({ selectedId: 'ombu', isOffTeam: false });
  });

  test('at a start is told of which farm, also where there is no other, until he chooses one', async () => {
    const moved = await started(browserOfJuan(), listing([ombu]));
    expect(moved.session.state().takenOff).toEqual(ceibo.organization);
    const phone = await started(browserOfJuan(), listing([]));
    expect(phone.session.state()).toMatchObject({ selectedId: null, takenOff: ceibo.organization });
    phone.world.wire = listing([ombu]);
    await phone.session.reloadOrganizations();
    expect(phone.session.state().takenOff).toEqual(ceibo.organization);
    phone.session.select('ombu');
    expect(phone.session.state().takenOff).toBeNull();
    moved.world.wire = listing(farms);
    await moved.session.reloadOrganizations();
    expect(moved.session.state().takenOff).toBeNull();
    expect((await started(browserOfJuan(), listing(farms))).session.state().takenOff).toBeNull();
  });

  test('at a start in the middle of something stays with it behind the wall', async () => {
    const phone = openPhone(listing([ombu]), { browser: browserOfJuan(), isInUse: () => true });
    await phone.session.start();
    expect(phone.session.state()).toMatchObject({ selectedId: 'ceibo', isOffTeam: true });
  });

  test('goes where he says when there is no farm left', async () => {
    const phone = await started(browserOfJuan());
    phone.world.wire = listing([]);
    await phone.session.reloadOrganizations();
    phone.session.select(null);
    expect(phone.session.state()).toMatchObject({ selectedId: null, isOffTeam: false, open: null });
  });
});

describe('another person in another tab', () => {
  const ana = { ...juan, id: 'ana', first_name: 'Ana' };
  const hers = pairAt(startMs + 60_000, 'ana');

  test('takes this tab out of his farm, also where nobody can say who she is', async () => {
    const browser = browserOfJuan();
    const phone = await started(browser);
    browser.keys.set('token', hers.token).set('refreshToken', hers.refresh_token);
    browser.rows.clear();
    phone.world.wire = noSignal;
    phone.hearOtherTab();
    await vi.waitFor(() => expect(phone.session.state()).toMatchObject({ status: 'signed-out', user: null }));
    expect(phone.session.state().selectedId).toBeNull();
  });

  test('begins at the first of her own farms', async () => {
    const browser = browserOfJuan();
    const phone = await started(browser);
    browser.keys.set('token', hers.token).set('refreshToken', hers.refresh_token);
    phone.world.wire = goodWire(hers, ana, [ombu]);
    phone.hearOtherTab();
    await vi.waitFor(() => expect(phone.session.state()).toMatchObject({ user: ana, selectedId: 'ombu' }));
    expect(phone.session.state().isOffTeam).toBe(false);
  });
});
