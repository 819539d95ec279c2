import { describe, expect, test } from 'vitest';
import { accumulatedOver, farmRain, sinceReading } from '../../src/domain/farm/rain.ts';

const north = { id: 'north', total_hectares: 300 };
const south = { id: 'south', total_hectares: 100 };
const fallen = {
  '2026-10': 40,
  '2026-10|north': 40,
  '2026-11': 120,
  '2026-11|north': 20,
  '2026-11|south': 60,
  '2026-11|': 40,
};

describe('Rain on a farm of several campos', () => {
  test('is the mean of the campos by their hectares, and what names no campo fell on all', () => {
    expect(farmRain(fallen, [north, south], '2026-11')).toBe((20 * 300 + 60 * 100) / 400 + 40);
  });

  test('of a year is made of its months', () => {
    expect(farmRain(fallen, [north, south], '2026')).toBe((60 * 300 + 60 * 100) / 400 + 40);
  });

  test('weighs all campos the same where one does not say its hectares', () => {
    expect(farmRain(fallen, [north, { id: 'south', total_hectares: null }], '2026-11')).toBe((20 + 60) / 2 + 40);
  });

  test('of a farm without campos is what was recorded', () => {
    expect(farmRain({ '2026-11': 25, '2026-11|': 25 }, [], '2026-11')).toBe(25);
  });

  test('of one campo is that campo’s', () => {
    expect(farmRain(fallen, [north], '2026-10')).toBe(40);
  });
});

describe('A reading of more than one day', () => {
  test('counts both its ends', () => {
    expect(accumulatedOver('2026-10-30', '2026-11-03')).toBe('acumulado de 5 días');
    expect(accumulatedOver('2026-11-03', '2026-11-03')).toBe('acumulado de 1 día');
  });

  test('begins on the day after the last one, and on the same day where the gauge is read twice', () => {
    expect(sinceReading('2026-10-31', '2026-11-03')).toBe('2026-11-01');
    expect(sinceReading('2026-11-03', '2026-11-03')).toBe('2026-11-03');
  });
});
