import { beforeEach, describe, expect, test } from 'vitest';
import { type HandClock, openField, type Phone } from '../support/field.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

let clock: HandClock;
let ana: Phone;
beforeEach(async () => {
  ({ clock, ana } = await openField());
});

/** The phone hears of a server whose clock is so far ahead of its own. */
async function hear(serverAheadMs: number | null): Promise<number> {
  ana.serverAheadMs = serverAheadMs;
  await ana.reconnect();
  return ana.farm.status().skewMs;
}

describe('A phone whose clock is wrong', () => {
  test.each([
    ['a year behind', yearMs],
    ['two years ahead', -2 * yearMs],
    ['two hours behind', 2 * hourMs],
  ])('knows that it is %s with the first answer', async (_words, aheadMs) => {
    expect(await hear(aheadMs)).toBe(aheadMs);
  });

  test.each([
    ['an answer that took its time', 40_000],
    ['a clock that is minutes off', -50 * 60_000],
    ['a backend that does not tell its time', null],
  ])('is not accused by %s', async (_words, aheadMs) => {
    expect(await hear(aheadMs)).toBe(0);
  });

  test('is not told of it any more once it has been set right', async () => {
    await hear(yearMs);
    expect(await hear(0)).toBe(0);
  });

  test.each([
    ['a year behind', yearMs, yearMs],
    ['twenty minutes ahead', -20 * 60_000, -20 * 60_000],
    ['as right as an answer can tell', 40_000, 0],
  ])('%s, writes down when it was by the clock of the server', async (_words, aheadMs, correctedMs) => {
    await hear(aheadMs);
    const now = clock.now();
    const outcome = await ana.farm.acts.recordMovement('RAIN', { date: '2026-11-21', mm: 12 });
    expect(outcome.ok).toBe(true);
    const [op] = (await ana.store.picture(organizationId, {})).ops;
    expect(op?.body?.['recorded_at']).toBe(new Date(now + correctedMs).toISOString());
    // What the outbox goes by is this device's own.
    expect(op?.recordedAt).toBe(new Date(now).toISOString());
  });

  test('keeps its records in their order, however long the answers take', async () => {
    await hear(-20 * 60_000);
    const save = () => ana.farm.acts.recordMovement('RAIN', { date: '2026-11-21', mm: 12 });
    await save();
    await hear(-20 * 60_000 - 45_000);
    await save();
    const said = (await ana.store.picture(organizationId, {})).ops.map((op) => String(op.body?.['recorded_at']));
    expect(said).toEqual(said.toSorted((one, other) => (one < other ? -1 : 1)));
  });

  test('two years ahead, keeps what heals a server that went back: its age is counted by the server’s clock', async () => {
    const outcome = await ana.farm.acts.recordMovement('RAIN', { date: '2026-11-21', mm: 12 });
    expect(outcome.ok).toBe(true);
    await clock.pass(60_000);
    const archived = () => ana.store.archived(organizationId, '2026-01-01', 10);
    expect(await archived()).toHaveLength(1);
    clock.setBack(-2 * yearMs);
    ana.serverAheadMs = -2 * yearMs;
    await ana.restart();
    await clock.pass(60_000);
    expect(await archived()).toHaveLength(1);
    ana.serverAheadMs = 0;
    await ana.restart();
    await clock.pass(60_000);
    expect(await archived()).toHaveLength(0);
  });
});
