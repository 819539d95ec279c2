import { beforeEach, describe, expect, test } from 'vitest';
import { futureRecords } from '../../src/app/features/pending/future-records.tsx';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

const dayMs = 86_400_000;
let farm: FieldFarm;
let caro: ServerPhone;

beforeEach(async () => {
  farm = await createFieldFarm();
  caro = openServerPhone(farm, 'caro');
  await caro.meet();
  caro.link.isUp = false;
});

const dayNow = (): string => new Date(farm.clock.now).toISOString().slice(0, 10);
const rain = async (date: string, mm: number): Promise<void> => {
  const saved = await caro.farm.acts.recordMovement('RAIN', { date, mm });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
};
const rains = async (): Promise<readonly (readonly [number, string])[]> =>
  (
    (await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}?type=RAIN`)).body['movements'] as {
      date: string;
      metadata: { mm: number };
    }[]
  )
    .map(({ date, metadata }) => [metadata.mm, date.slice(0, 10)] as const)
    .toSorted(([a], [b]) => a - b);

describe('A phone whose clock is three days ahead', () => {
  test('has what was refused for its day corrected by as many days, each record once', async () => {
    const [today, realMs] = [dayNow(), farm.clock.now];
    const before = new Date(realMs - dayMs).toISOString().slice(0, 10);
    farm.clock.now += 3 * dayMs;
    const shown = dayNow();
    await rain(shown, 11);
    await rain(new Date(farm.clock.now - dayMs).toISOString().slice(0, 10), 12);
    await rain(before, 13);
    // What its person dated a day ahead of the wrong clock is no fault of the clock.
    await rain(new Date(farm.clock.now + dayMs).toISOString().slice(0, 10), 14);
    farm.clock.now = realMs;
    await caro.meet();
    expect(await rains()).toEqual([[13, before]]);
    const ahead = () => futureRecords(caro.farm.views, -3 * dayMs, farm.clock.now + 3 * dayMs);
    const found = await ahead();
    expect(found.map(({ payload, from, to }) => [payload['mm'], from, to])).toEqual([
      [11, shown, today],
      [12, new Date(realMs + 2 * dayMs).toISOString().slice(0, 10), before],
    ]);
    for (const { opId, payload, to } of found)
      expect((await caro.farm.acts.correct(opId, { ...payload, date: to })).ok).toBe(true);
    await caro.meet();
    expect(await rains()).toEqual([
      [11, today],
      [12, before],
      [13, before],
    ]);
    expect(await ahead()).toEqual([]);
    expect(await caro.farm.views.pending()).toHaveLength(1);
  });

  test('has nothing to correct once the clock is right, or where it runs behind', async () => {
    farm.clock.now += 3 * dayMs;
    await rain(dayNow(), 11);
    farm.clock.now -= 3 * dayMs;
    await caro.meet();
    expect(await caro.farm.views.pending()).toHaveLength(1);
    for (const skewMs of [0, 3 * dayMs])
      expect(await futureRecords(caro.farm.views, skewMs, farm.clock.now)).toEqual([]);
  });
});
