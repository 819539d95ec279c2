import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/domain/dates.ts';
import {
  comparedSince,
  dailyGain,
  type HerdFlow,
  kilosPerHead,
  weighedIn,
  type WeighedLine,
} from '../../src/domain/farm/weight-gain.ts';

const runs = { numRuns: 500, seed: 20_261_123 };
const first = '2026-03-01';
const category = 'novillito';
const onDay = (day: number): Day => addDays(first, day);
const weighed = (day: number, count: number, average: number, of = category): WeighedLine => ({
  date: onDay(day),
  category: of,
  count,
  total_kg: count * average,
});
const flow = (day: number, head: number, of = category): HerdFlow => ({ date: onDay(day), category: of, head });

describe('The kilos that a record says', () => {
  const counted = [
    { type: 'vaca', count: 10, average_kg: 400 },
    { type: 'toro', count: 2 },
    { type: 'vaquillona', count: 0, average_kg: 250 },
  ];
  const said = { kind: 'opening', state: 'aprobado', counted };
  const kilosOf = (type: string, more: object) =>
    weighedIn({
      type,
      date: first,
      animals: [{ type: 'vaca', count: 10, total_kg: 4100 }],
      said: { ...said, ...more },
    });

  test('are those of an opening that stands in the book, category by category', () => {
    expect(kilosOf('AUDIT_RECORD', {})).toEqual([{ date: first, category: 'vaca', count: 10, total_kg: 4000 }]);
    expect(kilosOf('WEIGHING', {})).toEqual([{ date: first, category: 'vaca', count: 10, total_kg: 4100 }]);
  });

  test.each([{ kind: 'recount' }, { state: 'pendiente' }, { state: 'rechazado' }, { counted: undefined }])(
    'are none of a count with %j',
    (more) => expect(kilosOf('AUDIT_RECORD', more)).toEqual([]),
  );

  test('are none of any other record', () => {
    expect(kilosOf('BUY', {})).toEqual([]);
  });
});

describe('The daily gain with heads going out between weighings', () => {
  // figures.md §2: 100 at 250 kg; 20 leave on day 20 at 280; 80 at 292 on day 60.
  const lines = [weighed(0, 100, 250), weighed(20, 20, 280), weighed(60, 80, 292)];
  const flows = [flow(-10, 100), flow(20, -20)];

  test('is Σ kilos gained ÷ Σ head-days: 0,762', () => {
    expect(dailyGain(lines, flows)).toEqual([
      { date: onDay(0), average_kg: 250, daily_gain: null, group_changed: false },
      { date: onDay(20), average_kg: 280, daily_gain: 1.5, group_changed: true },
      { date: onDay(60), average_kg: 292, daily_gain: 0.762, group_changed: false },
    ]);
    expect(comparedSince(lines, flows)).toBe(onDay(0));
  });

  test('takes nobody for gone who stayed: those weighed on day 20 are then what the next are compared with', () => {
    expect(dailyGain(lines, [flow(-10, 100)]).at(-1)).toMatchObject({ daily_gain: 0.3 });
    expect(dailyGain(lines, [flow(-10, 100), flow(20, -19)]).at(-1)).toMatchObject({ daily_gain: 0.3 });
    expect(comparedSince(lines, [flow(-10, 100)])).toBe(onDay(20));
  });

  test('says that the group changed where as many left on another day without being weighed', () => {
    const unweighed = [flow(-10, 100), flow(20, -20), flow(30, -15)];
    expect(dailyGain(lines, unweighed).at(-1)).toMatchObject({ group_changed: true });
  });

  test('leaves out those whose own kilos are no gain, and says so', () => {
    const odd = [weighed(0, 100, 250), weighed(20, 20, 400), weighed(60, 80, 292)];
    expect(dailyGain(odd, flows).at(-1)).toMatchObject({ daily_gain: 0.7, group_changed: true });
  });

  test('is the plain one where nobody left', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 150, max: 300 }),
        fc.integer({ min: 14, max: 400 }),
        fc.integer({ min: -14, max: 28 }),
        (heads, start, days, gained) => {
          const [, last] = dailyGain(
            [weighed(0, heads, start), weighed(days, heads, start + gained)],
            [flow(-1, heads)],
          );
          expect(last?.daily_gain).toBeCloseTo(gained / days, 2);
          expect(last?.group_changed).toBe(false);
        },
      ),
      runs,
    );
  });
});

describe('The kilos of a head of a category', () => {
  const lines = [weighed(0, 40, 300), weighed(42, 40, 328)];
  const flows = [flow(-5, 40)];
  const on = (day: number, some = lines, around = flows) => kilosPerHead(some, around, { category, day: onDay(day) });

  test('are nothing before the first weighing, and of what nobody weighed', () => {
    expect(on(-1)).toBeNull();
    expect(kilosPerHead(lines, flows, { category: 'toro', day: onDay(50) })).toBeNull();
  });

  test('are those of the weighing on its day, and where there is no gain to add', () => {
    const measured = { kg: 328, mark: 'medido', weighed_on: onDay(42), gained: null, group_changed: false };
    expect(on(42)).toEqual(measured);
    expect(on(60, lines.slice(1))).toEqual(measured);
    expect(on(20)).toEqual({ ...measured, kg: 300, weighed_on: onDay(0) });
  });

  test('are those and the gain of each day since, at most 90', () => {
    const gained = (days: number) => ({ days, daily_gain: 0.667 });
    expect(on(52)).toEqual({
      kg: 334.67,
      mark: 'estimado',
      weighed_on: onDay(42),
      gained: gained(10),
      group_changed: false,
    });
    expect(on(132)).toMatchObject({ kg: 388.03, gained: gained(90) });
    expect(on(300)).toEqual(on(132));
  });

  test('are those of the weighing alone, and say so, where others came or went since', () => {
    expect(on(52, lines, [...flows, flow(50, 30)])).toMatchObject({ kg: 328, mark: 'medido', group_changed: true });
  });

  test('take no gain of another group', () => {
    expect(on(52, lines, [...flows, flow(20, 30)])).toMatchObject({ kg: 328, mark: 'medido', group_changed: false });
  });

  test('are not those of heads that were weighed as they left', () => {
    const sold = [...lines, weighed(60, 10, 390)];
    expect(on(60, sold, [...flows, flow(60, -10)])).toMatchObject({ kg: 328, mark: 'medido', weighed_on: onDay(42) });
  });

  test('add nothing that would make no weight of cattle', () => {
    expect(on(200, [weighed(0, 9, 60), weighed(20, 9, 42)], [flow(-5, 9)])).toMatchObject({ kg: 42, mark: 'medido' });
  });

  test('are of the same weighings the same, in any order, and always a weight of cattle', () => {
    const some = fc.array(
      fc.record({
        day: fc.nat(400),
        count: fc.integer({ min: 1, max: 99 }),
        average: fc.integer({ min: 20, max: 1500 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    const moves = fc.array(fc.record({ day: fc.nat(400), head: fc.integer({ min: -50, max: 50 }) }), { maxLength: 8 });
    fc.assert(
      fc.property(some, moves, fc.nat(500), (weighings, going, day) => {
        const these = weighings.map((one) => weighed(one.day, one.count, one.average));
        const around = [flow(-1, 200), ...going.map((one) => flow(one.day, one.head))];
        const found = on(day, these, around);
        expect(on(day, these.toReversed(), around.toReversed())).toEqual(found);
        const kg = found?.kg ?? 20;
        expect(kg >= 20 && kg <= 1500).toBe(true);
        expect(found?.mark === 'estimado').toBe((found?.gained ?? null) !== null);
      }),
      runs,
    );
  });
});
