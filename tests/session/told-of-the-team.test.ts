import { describe, expect, test, vi } from 'vitest';
import type { Membership } from '../../src/contract/endpoints/session.ts';
import { followTeam } from '../../src/app/follow-team.ts';
import type { Hint } from '../../src/app/sync/ports.ts';
import { farms, goodWire, held, json, juan, leave } from '../support/phone-session.ts';
import { noSignal, openBrowser, openPhone, pairAt, refusal, startMs, type Wire } from '../support/phone-session.ts';

const pair = pairAt(startMs);
const [ombu] = farms as readonly [Membership, Membership];
const listing = (list: readonly Membership[]) => goodWire(pair, juan, list);
const update = { action: 'update-organization' };
const notFound = (where: string, list: readonly Membership[], code = 'NOT_FOUND'): Wire => {
  const others = listing(list);
  return (sent) => (sent.path === where ? refusal(404, null, code) : others(sent));
};

/** A phone where Juan stands on El Ceibo, with the signs that reach it. */
async function standing() {
  const browser = openBrowser();
  leave(browser, pair);
  const phone = openPhone(listing(farms), { browser });
  await phone.session.start();
  const [said, signs] = [[] as ((message: unknown) => void)[], [] as ((hint: Hint) => void)[]];
  followTeam({
    session: phone.session,
    live: { onConnect: () => () => undefined, onMessage: (listener) => (said.push(listener), () => undefined) },
    hints: { subscribe: (listener) => (signs.push(listener), () => undefined) },
  });
  return {
    phone,
    say: (message: unknown) => said.forEach((listener) => listener(message)),
    hint: (hint: Hint) => signs.forEach((listener) => listener(hint)),
    get: (path: string) => phone.session.call({ method: 'GET', path }),
    isOffTeam: () => phone.session.state().isOffTeam,
  };
}

describe('A phone that is told that its team has changed', () => {
  test('and cannot ask who is on it, asks when the signal is back', async () => {
    const { phone, say, hint, isOffTeam } = await standing();
    phone.world.wire = noSignal;
    say(update);
    await vi.waitFor(() => expect(phone.sent.length).toBeGreaterThan(2));
    phone.world.wire = listing([ombu]);
    expect(isOffTeam()).toBe(false);
    await vi.waitFor(() => {
      hint('online');
      expect(isOffTeam()).toBe(true);
    });
  });

  test('and comes too early with its question, asks when anything else was answered', async () => {
    const { phone, say, get, isOffTeam } = await standing();
    phone.world.wire = noSignal;
    const before = phone.sent.length;
    say(update);
    await vi.waitFor(() => expect(phone.sent.length).toBeGreaterThan(before));
    phone.world.wire = listing([ombu]);
    await vi.waitFor(async () => {
      await get('/api/health');
      expect(isOffTeam()).toBe(true);
    });
  });

  test('asks once more for what is said while a list is on its way', async () => {
    const { phone, say, isOffTeam } = await standing();
    const first = held();
    const lists = '/api/organization/my-organizations';
    phone.world.wire = (sent) => (sent.path === lists ? first.answer : listing(farms)(sent));
    const before = phone.sent.length;
    say(update);
    await vi.waitFor(() => expect(phone.sent.slice(before).at(-1)?.path).toBe(lists));
    say(update);
    phone.world.wire = listing([ombu]);
    first.give(json({ ok: true, organizations: farms }));
    await vi.waitFor(() => expect(isOffTeam()).toBe(true));
  });

  test('whose feed is not found any more stands before the wall, though no word of it came', async () => {
    const { phone, get, isOffTeam } = await standing();
    phone.world.wire = notFound('/api/sync/ceibo', [ombu]);
    await get('/api/sync/ceibo');
    await vi.waitFor(() => expect(isOffTeam()).toBe(true));
    const asked = phone.sent.length;
    await get('/api/sync/ceibo');
    expect(phone.sent).toHaveLength(asked + 1);
  });

  test.each([
    ['another farm', '/api/sync/ombu', 'NOT_FOUND'],
    ['a record that is not there', '/api/movement/delete/ceibo/none', 'NOT_FOUND'],
    ['a history that is another one', '/api/sync/ceibo', 'OTHER_LIFE'],
  ])('asks nothing for %s', async (_case, path, code) => {
    const { phone, get } = await standing();
    phone.world.wire = notFound(path, farms, code);
    const asked = phone.sent.length;
    await get(path);
    expect(phone.sent).toHaveLength(asked + 1);
  });
});
