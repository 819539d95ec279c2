import { beforeEach, describe, expect, test } from 'vitest';
import { type HandClock, openField, type Phone } from '../support/field.ts';
import { firstEpoch } from '../support/field-plot.ts';
import type { FieldServer } from '../support/field-server.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const birth = { date: '2026-11-21', lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'ternero', count: 2 }] };
const minutes = (count: number): number => count * 60_000;
const calves = async (phone: Phone): Promise<number> =>
  (await phone.farm.views.stock()).find((cell) => cell.category === 'ternero')?.head ?? 0;

let server: FieldServer;
let clock: HandClock;
let ana: Phone;
let beto: Phone;
beforeEach(async () => {
  ({ server, clock, ana, beto } = await openField());
});

/** Live messages that did not reach Beto, though his phone has signal. */
const unheard: unknown[] = [];
async function recordUnheard(): Promise<void> {
  const hearers = [...server.listeners];
  server.listeners.clear();
  server.listeners.add((message) => unheard.push(message));
  const outcome = await ana.farm.acts.recordMovement('BIRTH', birth);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  await clock.pass(10_000);
  server.listeners.clear();
  for (const hear of hearers) server.listeners.add(hear);
}
const say = (message: unknown): void => {
  for (const hear of server.listeners) hear(message);
};
const epochOf = async (phone: Phone): Promise<string | null> => (await phone.store.outbox(organizationId)).sync.epoch;
const pulls = (): number => server.calls.filter(({ path }) => path === `/api/sync/${organizationId}`).length;

describe('A live message that got lost', () => {
  beforeEach(async () => {
    unheard.length = 0;
    await recordUnheard();
  });

  test('leaves the phone as it was', async () => {
    expect(await calves(beto)).toBe(0);
  });

  test('is made up for by the next one, whatever that one is about', async () => {
    await recordUnheard();
    const [, second] = unheard;
    if (second) say(second);
    await clock.pass(1_000);
    expect(await calves(beto)).toBe(4);
  });

  test('is made up for when the connection comes back or the farm’s room is joined', async () => {
    beto.hint('connected');
    await clock.pass(1_000);
    expect(await calves(beto)).toBe(2);
  });

  test('is made up for when somebody looks at the phone', async () => {
    beto.hint('visible');
    await clock.pass(1_000);
    expect(await calves(beto)).toBe(2);
  });

  test('is made up for within some minutes, without any sign', async () => {
    await clock.pass(minutes(6));
    expect(await calves(beto)).toBe(2);
  });
});

describe('A live message that says what is known already', () => {
  test('comes twice, and nothing is asked for the second time', async () => {
    unheard.length = 0;
    await recordUnheard();
    const [message] = unheard;
    if (!message) throw new Error('nothing was said');
    say(message);
    await clock.pass(1_000);
    expect(await calves(beto)).toBe(2);
    const before = pulls();
    say(message);
    await clock.pass(1_000);
    expect(pulls()).toBe(before);
  });

  test('of another life of the server is news all the same', async () => {
    const restore = await server.backup();
    await recordUnheard();
    await restore();
    ana.hint('visible');
    await clock.pass(10_000);
    const [epoch, now] = [await epochOf(beto), await epochOf(ana)];
    expect([epoch === now, epoch === firstEpoch, await calves(beto)]).toEqual([true, false, 2]);
  });
});
