import { describe, expect, test } from 'vitest';
import { addMonths, mondayOf } from '../../src/domain/dates.ts';
import {
  headDays,
  headDaysByPlace,
  kilosByWeek,
  kilosOf,
  kilosPerHeadAndDay,
  type Ration,
  rationSums,
} from '../../src/domain/supplies/rations.ts';

const ration = (changes: Partial<Ration> = {}): Ration => ({
  date: '2026-11-05',
  place: 'cria',
  product: 'Maíz',
  quantity: 40,
  unit: 'kg',
  kg_per_unit: null,
  ...changes,
});

describe('What animals are given', () => {
  test('is told in kilos where its unit or its item says how many', () => {
    expect(kilosOf(ration())).toBe(40);
    expect(kilosOf(ration({ unit: 't', quantity: 1.5 }))).toBe(1500);
    expect(kilosOf(ration({ unit: 'rollo', quantity: 3, kg_per_unit: 400 }))).toBe(1200);
    expect(kilosOf(ration({ unit: 'rollo', quantity: 3 }))).toBeNull();
  });

  test('is added up by whom it was given to and what it was', () => {
    const rolls = ration({ product: 'Rollos', unit: 'rollo', quantity: 2 });
    expect(rationSums([ration(), rolls, ration({ quantity: 10 }), ration({ place: 'invernada' })])).toEqual([
      { place: 'cria', product: 'Maíz', unit: 'kg', quantity: 50, kg: 50 },
      { place: 'cria', product: 'Rollos', unit: 'rollo', quantity: 2, kg: null },
      { place: 'invernada', product: 'Maíz', unit: 'kg', quantity: 40, kg: 40 },
    ]);
  });

  test('comes to kilos by head and day, and to nothing where nobody can tell', () => {
    expect(kilosPerHeadAndDay(600, 300)).toBe(2);
    expect(kilosPerHeadAndDay(600, 0)).toBeNull();
    expect(kilosPerHeadAndDay(600, null)).toBeNull();
    expect(kilosPerHeadAndDay(null, 60)).toBeNull();
  });

  test('is shared among the heads of each day, not those of today (figures.md §2)', () => {
    // 57 heads for 19 days, 150 for the last 12; 40 more came after the stretch.
    const flows = [
      { date: '2026-10-20', head: 93 },
      { date: '2026-11-02', head: 40 },
    ];
    const days = headDays(190, flows, '2026-10-01', '2026-10-31');
    expect(days).toBe(2883);
    expect(kilosPerHeadAndDay(9500, days)?.toFixed(2)).toBe('3.30');
    // Who came on the first day, or before it, stood there all the time.
    expect(headDays(10, [{ date: '2026-10-01', head: 10 }], '2026-10-01', '2026-10-31')).toBe(310);
  });

  test('is shared among the heads of each place, where a cell below zero takes none from the others', () => {
    const cell = { lot: 'ombu', rodeo: 'cria', category: 'vaca' };
    const toros = { ...cell, category: 'toro' };
    const now = [
      { ...cell, head: 60 },
      { ...toros, head: 1 },
      { ...cell, rodeo: null, category: 'ternero', head: 5 },
    ];
    // Two bulls were sold on the 6th before the book had them; three were found on the 9th.
    const flows = [
      { ...toros, date: '2026-10-06', head: -2 },
      { ...toros, date: '2026-10-09', head: 3 },
      { ...cell, lot: 'bajo', date: '2026-10-03', head: -10 },
    ];
    const days = headDaysByPlace(now, flows, '2026-10-01', '2026-10-10');
    expect(Object.fromEntries(days)).toEqual({ ombu: 652, cria: 622, bajo: 20 });
  });

  test('is seen week by week, Monday to Sunday, with the weeks in which nothing was given', () => {
    const given = [ration({ date: '2026-11-01', quantity: 7 }), ration({ date: '2026-11-09', quantity: 30 })];
    expect(kilosByWeek(given, '2026-11-01', '2026-11-12')).toEqual([
      { from: '2026-11-01', to: '2026-11-01', kg: 7 },
      { from: '2026-11-02', to: '2026-11-08', kg: 0 },
      { from: '2026-11-09', to: '2026-11-12', kg: 30 },
    ]);
  });
});

describe('The calendar', () => {
  test('knows the Monday of a week, and the month after another', () => {
    expect([mondayOf('2026-11-01'), mondayOf('2026-11-02')]).toEqual(['2026-10-26', '2026-11-02']);
    expect([addMonths('2026-01', -1), addMonths('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
  });
});
