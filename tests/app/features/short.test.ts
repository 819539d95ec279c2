import { expect, test } from 'vitest';
import { type Later, shortages } from '../../../src/app/features/record/short.ts';
import type { FarmThings } from '../../../src/app/features/record/start.ts';
import { noHabits } from '../../../src/app/store/habits.ts';
import { death } from '../../../src/domain/movements/kinds/outflows.ts';
import { farmRows } from '../../support/sim/farm-rows.ts';

const today = '2026-11-21';
const cows = (head: number) => ({ lot: 'ombu', rodeo: null, category: 'vaca', head });
const farm = (standing: number): FarmThings => ({
  lots: [],
  rodeos: [],
  campos: [],
  categories: farmRows.categories,
  stock: [cows(standing)],
  habits: noHabits,
  isWhole: true,
});
const deadOnTheFirst = (count: number) => ({
  date: '2026-11-01',
  lot_id: 'ombu',
  rodeo_id: null,
  animals: [{ type: 'vaca', count }],
});
const line = (day: string, head: number) => ({ posting: cows(head), day });
const counted = (count: number, expected: number, state: string) => ({
  date: '2026-11-10',
  metadata: {
    deletedBy: null,
    editHistory: [],
    kind: 'recount',
    lot_id: 'ombu',
    state,
    counted: [{ type: 'vaca', count, expected, difference: count - expected }],
  },
});

test('What was counted later stays what it was: deaths before it take nothing from the sale after it', () => {
  // 30 stood there, 20 were counted on the 10th, 18 of them were sold on the 12th.
  const later: Later = {
    lines: [line('2026-11-10', -10), line('2026-11-12', -18)],
    counts: [counted(20, 30, 'aprobado')],
  };
  expect(shortages(death, deadOnTheFirst(5), farm(2), today, later)).toEqual([]);
  expect(shortages(death, deadOnTheFirst(31), farm(2), today, later)).toMatchObject([{ available: 30, taken: 31 }]);
});

test('A count that waits for the office changes nothing yet', () => {
  const later: Later = { lines: [line('2026-11-12', -18)], counts: [counted(20, 30, 'pendiente')] };
  expect(shortages(death, deadOnTheFirst(15), farm(12), today, later)).toMatchObject([{ available: 12, taken: 15 }]);
});

test('What was sold before the count is missed all the same', () => {
  // 30 stood there, 28 were sold on the 5th, 20 were counted on the 10th.
  const later: Later = {
    lines: [line('2026-11-05', -28), line('2026-11-10', 18)],
    counts: [counted(20, 2, 'aprobado')],
  };
  expect(shortages(death, deadOnTheFirst(5), farm(20), today, later)).toMatchObject([{ available: 2, taken: 5 }]);
});
