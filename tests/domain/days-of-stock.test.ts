import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/domain/dates.ts';
import { daysOfStock } from '../../src/domain/supplies/days-of-stock.ts';

const today = '2026-11-29';
let made = 0;
const line = (
  back: number,
  delta: number,
  more: { kind?: 'ingreso' | 'ajuste' | 'merma'; movementId?: string } = {},
) => {
  made += 1;
  return { movementId: `m${made}`, kind: 'consumo' as const, date: addDays(today, -back), delta, ...more };
};
const bought = line(120, 20_000, { kind: 'ingreso' });

describe('Days of stock (figures.md §2)', () => {
  test('go by the mean use of 90 days', () => {
    // The 9.500 kg of the worked check of feed, over 90 days: 3.800 kg are 36 days, not one less by a rounded mean.
    const lines = [line(0, -3_000), line(40, -3_500), line(89, -3_000), bought];
    expect(daysOfStock(3_800, lines, today)).toEqual({ days: 36, over: 90 });
  });

  test('leave out what was used before, and what is dated ahead', () => {
    const lines = [line(-1, -900), line(0, -30), line(1, -30), line(2, -30), line(90, -500), bought];
    expect(daysOfStock(100, lines, today).days).toBe(100);
  });

  test('are not known of fewer than three records, a record of two batches being one', () => {
    const twice = { movementId: 'same' };
    const lines = [line(1, -30), line(3, -30, twice), line(3, -10, twice)];
    expect(daysOfStock(100, [...lines, bought], today).days).toBeNull();
    expect(daysOfStock(100, [...lines, line(80, -20), bought], today).days).toBe(100);
    expect(daysOfStock(100, [], today).days).toBeNull();
  });

  test('count use alone: no loss, no difference of a count, nothing that came in', () => {
    const other = [line(1, -50, { kind: 'merma' }), line(2, -50, { kind: 'ajuste' }), line(3, 70, { kind: 'ajuste' })];
    expect(daysOfStock(100, [...other, bought], today).days).toBeNull();
    expect(daysOfStock(100, [...other, line(4, -30), line(5, -30), line(6, -30), bought], today).days).toBe(100);
  });

  test('of an item whose book is younger go by the days that it has: nobody wrote down those before', () => {
    const lines = [line(0, -100), line(3, -100), line(6, -100), line(9, 600, { kind: 'ingreso' })];
    expect(daysOfStock(300, lines, today)).toEqual({ days: 10, over: 10 });
    const one = [line(0, -100), line(0, -100), line(0, -100)];
    expect(daysOfStock(300, one, today)).toEqual({ days: 1, over: 1 });
  });

  test('of an empty item are none', () => {
    expect(daysOfStock(0, [line(0, -30), line(1, -30), line(2, -30), bought], today).days).toBe(0);
  });
});
