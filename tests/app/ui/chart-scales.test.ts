// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { placeSplits, stepsOf } from '../../../src/app/ui/chart-options.ts';
import type { Plot } from '../../../src/app/ui/chart-shapes.ts';

const heads = (value: number): string => value.toFixed(0);

describe('The figures at the left of a chart', () => {
  test('are as far from each other as they read: no step of 2.5, which whole heads would call 3', () => {
    expect(stepsOf(0, 10, heads)).toEqual([1, 2, 5, 10, 20, 50, 100, 200, 500]);
    expect(stepsOf(0, 1.12, heads).filter((step) => step <= 1)).toEqual([1]);
  });

  test('have the tenths that the format says, below zero too', () => {
    const gain = stepsOf(-0.27, 0.67, (value) => value.toFixed(3));
    expect(gain.slice(0, 6)).toEqual([0.001, 0.002, 0.005, 0.01, 0.02, 0.05]);
    expect(stepsOf(-0.27, 0.67, (value) => value.toFixed(1))[0]).toBe(0.1);
  });
});

describe('The places below a chart', () => {
  const plotOf = (positions: readonly number[]): Plot => ({
    places: positions.map(String),
    positions,
    series: [{ label: 'a', values: positions.map(() => 1), shape: 'points', ink: 'clima' }],
    fromZero: true,
    format: heads,
  });
  const bbox = { left: 0, top: 0, width: 100, height: 100 };

  test('name the last once, however near the one before stands or on the very same day', () => {
    expect(placeSplits({ bbox }, plotOf([0, 2, 30, 220, 220]), 40)).toEqual([0, 220]);
    expect(placeSplits({ bbox }, plotOf([0, 110, 218, 220]), 25)).toEqual([0, 110, 220]);
  });
});
