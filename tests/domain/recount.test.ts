import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Audit, countAgainst } from '../../src/domain/movements/audit.ts';
import { byMoment, type Entry, replay, rules, standingBefore, statedOf } from '../../src/domain/movements/recount.ts';
import { spread } from '../../src/domain/movements/spread.ts';

const runs = { numRuns: 500, seed: 20_261_123 };
const moment = (date: string, hour = 12, id = 'x') => ({
  date,
  at: `${date}T${String(hour).padStart(2, '0')}:00:00.000Z`,
  id,
});
const line = (head: number, rodeo: string | null = 'cria') => ({ rodeo, head });
const record = (date: string, head: number, id = `${date} ${head}`): Entry => ({
  moment: moment(date, 8, id),
  lines: [line(head)],
});
const count = (date: string, heads: number, id: string, more: object = {}): Entry => ({
  moment: moment(date, 12, id),
  lines: [],
  stated: { rodeo: undefined, heads, rules: true, ...more },
});
const differences = (entries: readonly Entry[]) =>
  [...replay([line(123)], entries).found].map(([id, { expected, difference }]) => [id, expected, difference]);

describe('The order of the book', () => {
  test('is the day, then the instant, then the id', () => {
    const [a, b, c, d] = [
      moment('2026-11-09', 23),
      moment('2026-11-10', 10),
      moment('2026-11-10', 11, 'a'),
      moment('2026-11-10', 11, 'b'),
    ];
    expect([d, c, b, a].toSorted(byMoment)).toEqual([a, b, c, d]);
    expect(byMoment(a, { ...a })).toBe(0);
  });
});

describe('Two counts of 121 where the book says 123', () => {
  test('take two, once', () => {
    const entries = [count('2026-11-10', 121, 'one'), count('2026-11-10', 121, 'two')];
    expect(differences(entries)).toEqual([
      ['one', 123, -2],
      ['two', 121, 0],
    ]);
    expect(replay([line(123)], entries.toReversed()).standing).toEqual([line(121)]);
  });

  test('of which one waits: it is held against the other', () => {
    expect(differences([count('2026-11-10', 121, 'one'), count('2026-11-10', 120, 'two', { rules: false })])).toEqual([
      ['one', 123, -2],
      ['two', 121, -1],
    ]);
  });
});

describe('A count', () => {
  test('states the lot at its moment, whatever came before it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: -90, max: 90 })), { maxLength: 12 }),
        fc.integer({ min: 0, max: 200 }),
        (records, heads) => {
          const entries = records.map(([day, head], at) =>
            record(`2026-11-${String(day).padStart(2, '0')}`, head, `${at}`),
          );
          const after = records.filter(([day]) => day > 15).reduce((sum, [, head]) => sum + head, 0);
          const { standing } = replay([line(40), line(25, 'recria')], [...entries, count('2026-11-15', heads, 'c')]);
          expect(standing.reduce((sum, { head }) => sum + head, 0)).toBe(heads + after);
        },
      ),
      runs,
    );
  });

  test('of one rodeo says nothing of the others', () => {
    const { standing } = replay([line(40), line(25, 'recria')], [count('2026-11-15', 3, 'c', { rodeo: 'cria' })]);
    expect(standing).toEqual([line(3), line(25, 'recria')]);
  });

  test('is taken from the fullest rodeo first, of two alike from the lower id, and never from an empty one', () => {
    expect(spread([line(40), line(25, 'recria')], -50)).toEqual([line(-40), line(-10, 'recria')]);
    expect(spread([line(10, 'b'), line(10, 'a')], -4)).toEqual([line(-4, 'a')]);
    expect(spread([line(10, 'b'), line(10, 'a')], 4)).toEqual([line(4, 'a')]);
    expect(spread([line(0, 'b')], 4)).toEqual([line(4, null)]);
    expect(spread([line(3)], -5)).toEqual([line(-3), line(-2)]);
  });

  test('stands before what came after it', () => {
    const entries = [record('2026-11-10', 5), record('2026-11-11', -3)];
    expect(standingBefore([line(42)], entries)).toEqual([line(40)]);
  });
});

describe('The book follows a count', () => {
  const audit = (rest: Partial<Audit>): Audit => ({
    kind: 'recount',
    lot_id: 'ombu',
    counted: countAgainst('recount', [{ type: 'vaca', count: 3, expected: 3 }], () => []),
    state: 'aprobado',
    ...rest,
  });
  const off = countAgainst('recount', [{ type: 'vaca', count: 3, expected: 5 }], () => []);

  test.each([
    ['that the office approved', audit({ decided_at: '2026-11-10T12:00:00.000Z' }), true],
    ['that an older version booked', audit({ counted: off }), true],
    ['not where it agreed and nobody looked', audit({}), false],
    ['not while it waits', audit({ state: 'pendiente', counted: off }), false],
  ])('%s', (_words, one, isRuling) => {
    expect(rules(one)).toBe(isRuling);
    expect(statedOf(one, 'vaca')).toEqual({ rodeo: undefined, heads: 3, rules: isRuling });
  });

  test('neither one that was rejected, nor an opening, nor in what it does not speak of', () => {
    expect(statedOf(audit({ state: 'rechazado' }), 'vaca')).toBeUndefined();
    expect(statedOf(audit({ kind: 'opening' }), 'vaca')).toBeUndefined();
    expect(statedOf(audit({}), 'toro')).toBeUndefined();
  });
});
