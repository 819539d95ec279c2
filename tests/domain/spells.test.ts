import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CellEntry, spellsOf } from '../../src/domain/movements/spells.ts';

const entry = (day: number, head: number, hour = 12): CellEntry => {
  const date = `2026-09-${String(day).padStart(2, '0')}`;
  return { moment: { date, at: `${date}T${String(hour).padStart(2, '0')}:00:00Z`, id: `${day} ${hour}` }, head };
};

describe('A cell is short', () => {
  test('from a death before its opening stock until the day before that', () => {
    expect(spellsOf(0, [entry(20, 100), entry(12, -1)])).toEqual([
      { crossing: { id: '12 12', before: 0, change: -1 }, head: -1, until: '2026-09-19' },
    ]);
  });

  test('not by what comes later on the same day', () => {
    expect(spellsOf(0, [entry(12, -1, 8), entry(12, 100, 18)])).toEqual([]);
  });

  test('since the last record that took it there, and to this day where nothing came', () => {
    const entries = [entry(10, 5), entry(12, -6), entry(13, -2), entry(14, 4, 8), entry(14, -3, 9)];
    expect(spellsOf(0, entries)).toEqual([{ crossing: { id: '14 9', before: 1, change: -3 }, head: -2, until: null }]);
  });

  test('each time anew', () => {
    expect(spellsOf(2, [entry(10, -3), entry(11, 1), entry(15, -4), entry(20, 9)])).toMatchObject([
      { crossing: { id: '10 12' }, until: '2026-09-10' },
      { crossing: { id: '15 12' }, until: '2026-09-19' },
    ]);
  });

  test('by a record before these, where it was so already', () => {
    expect(spellsOf(-2, [entry(15, 2)])).toEqual([{ crossing: null, head: -2, until: '2026-09-14' }]);
    expect(spellsOf(-2, [])).toEqual([{ crossing: null, head: -2, until: null }]);
  });
});

describe('Whatever the records', () => {
  const some = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -4, max: 4 }), fc.integer({ min: 0, max: 23 })),
    { maxLength: 12 },
  );
  const runs = { numRuns: 500, seed: 20_261_127 };
  const sumOf = (entries: readonly CellEntry[]): number => entries.reduce((sum, { head }) => sum + head, 0);
  const distinct = (told: readonly (readonly [number, number, number])[]): CellEntry[] => [
    ...new Map(told.map(([day, head, hour]) => [`${day} ${hour}`, entry(day, head, hour)])).values(),
  ];

  test('the days that are short are those whose end is below zero, in any order of arrival', () => {
    fc.assert(
      fc.property(some, (told) => {
        const entries = distinct(told);
        const spells = spellsOf(0, entries);
        expect(spellsOf(0, entries.toReversed())).toEqual(spells);
        const ends = Array.from({ length: 9 }, (_, at) => {
          const { date } = entry(at + 1, 0).moment;
          return { date, head: sumOf(entries.filter(({ moment }) => moment.date <= date)) };
        });
        const last = ends.filter(({ head }, at) => head < 0 && !((ends[at + 1]?.head ?? 0) < 0));
        expect(spells.map(({ head, until }) => ({ head, until }))).toEqual(
          last.map(({ date, head }) => ({ head, until: date === '2026-09-09' ? null : date })),
        );
      }),
      runs,
    );
  });

  test('those from a day on follow from what stood before it, but for the record that came before', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 9 }), (told, from) => {
        const entries = distinct(told);
        const since = entry(from, 0).moment.date;
        const [before, after] = [
          entries.filter(({ moment }) => moment.date < since),
          entries.filter(({ moment }) => moment.date >= since),
        ];
        const standing = sumOf(before);
        const whole = spellsOf(0, entries).filter(({ until }) => until === null || until >= since);
        const cameBefore = standing < 0 ? (spellsOf(0, before).at(-1)?.crossing ?? null) : null;
        const derived = spellsOf(standing, after)
          .map((spell) => ({ ...spell, crossing: spell.crossing ?? cameBefore }))
          .filter(({ until }) => until === null || until >= since);
        expect(derived).toEqual(whole);
      }),
      runs,
    );
  });
});
