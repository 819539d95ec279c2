import { describe, expect, test } from 'vitest';
import { drawChart } from '../../../src/app/ui/chart-drawing.ts';
import { frameOf, placeAt } from '../../../src/app/ui/chart-frame.ts';
import type { Ink } from '../../../src/app/ui/chart-ink.ts';
import type { ChartSeries, Plot } from '../../../src/app/ui/chart-shapes.ts';

const ink: Ink = {
  of: (name) => name,
  paper: 'paper',
  text: 'text',
  axis: 'axis',
  grid: 'grid',
  letter: 14,
  font: '14px system-ui',
  lineWidth: 2,
};
const size = { width: 340, height: 200 };
const months = ['ene', 'feb', 'mar', 'abr'];

type Call = readonly [name: string, ...values: unknown[]];

/** A canvas whose letters are 8 pixels wide, and that remembers what was drawn. */
function recorder() {
  const calls: Call[] = [];
  const kept: Record<string, unknown> = { measureText: (word: string) => ({ width: word.length * 8 }) };
  const context = new Proxy(kept, {
    get: (own, name) => own[String(name)] ?? ((...values: unknown[]) => calls.push([String(name), ...values])),
    set: (own, name, value) => {
      own[String(name)] = value;
      return true;
    },
  });
  return { context: context as unknown as CanvasRenderingContext2D, calls };
}

const plotOf = (series: readonly ChartSeries[], more: Partial<Plot> = {}): Plot => ({
  places: months,
  series,
  fromZero: true,
  format: (value) => value.toFixed(0),
  ...more,
});

function drawnOf(plot: Plot, pointed: number | null = null) {
  const { context, calls } = recorder();
  const frame = frameOf(plot, ink, size, context);
  drawChart(context, { plot, ink, frame }, pointed);
  const of = (name: string) => calls.filter(([called]) => called === name).map(([, ...values]) => values);
  return { frame, of, words: of('fillText').map(([word]) => word) };
}

const rain: readonly ChartSeries[] = [
  { label: '2025', values: [40, 0, 20, 10], shape: 'outline', ink: 'clima' },
  { label: '2026', values: [80, 0, null, null], shape: 'bars', ink: 'clima' },
];

describe('The drawing of a chart', () => {
  test('has whole bars at the right of their places, outlines at the left, both from zero', () => {
    const { frame, of } = drawnOf(plotOf(rain));
    const place = Math.round(frame.lefts[0] ?? 0);
    const wide = Math.round(frame.bar);
    const [[left, top, width, height] = []] = of('fillRect');
    expect([left, width, Number(top) + Number(height)]).toEqual([place, wide, Math.round(frame.topOf(0))]);
    const [[outlined] = []] = of('strokeRect');
    expect(outlined).toBe(place - wide + 1);
    expect(of('fillRect')).toHaveLength(2);
  });

  test('writes a figure over each bar of this year that has one and has room', () => {
    expect(
      drawnOf(plotOf(rain))
        .of('strokeText')
        .map(([word]) => word),
    ).toEqual(['80']);
    const many = Array.from({ length: 40 }, (_, index) => index);
    const narrow = plotOf([{ label: 'n', values: many, shape: 'bars', ink: 'clima' }], { places: many.map(String) });
    expect(drawnOf(narrow).of('strokeText')).toEqual([]);
  });

  test('holds a step until the next place, and passes over what is unknown', () => {
    const { frame, of } = drawnOf(plotOf([{ label: 'Total', values: [null, 10, 20, 20], shape: 'step', ink: 'text' }]));
    const [ten, twenty] = [frame.topOf(10), frame.topOf(20)];
    const [, second, third, fourth] = frame.lefts;
    const line = of('lineTo').slice(-6);
    expect(line).toEqual([
      [second, ten],
      [second, ten],
      [third, ten],
      [third, twenty],
      [fourth, twenty],
      [fourth, twenty],
    ]);
  });

  test('names lines at their ends, each below the other', () => {
    const line = (label: string, values: readonly number[]): ChartSeries => ({
      label,
      values,
      shape: 'step',
      ink: 'text',
    });
    const { of } = drawnOf(plotOf([line('Total', [9, 9, 9, 9]), line('Vaca', [9, 9, 9, 9])]));
    const [[total, left, top] = [], [vaca, , below] = []] = of('fillText').slice(-2);
    expect([total, vaca, left]).toEqual(['Total', 'Vaca', 340 - 40 - 16 + 8]);
    expect(Number(below) - Number(top)).toBeGreaterThanOrEqual(ink.letter);
  });

  test('says round figures at the left, none of them twice', () => {
    expect(drawnOf(plotOf(rain)).frame.figures).toEqual([0, 20, 40, 60, 80]);
    const one: ChartSeries = { label: 'Total', values: [1, 1, 1, 1], shape: 'step', ink: 'text' };
    expect(drawnOf(plotOf([one])).frame.figures).toEqual([0, 1]);
    const gains: ChartSeries = { label: 'Ganancia', values: [-0.2, 0.4, 0.6, 0.5], shape: 'points', ink: 'altas' };
    const { frame } = drawnOf(plotOf([gains], { format: (value) => value.toFixed(3) }));
    expect(frame.figures.map((figure) => figure.toFixed(3))).toEqual(['-0.200', '0.000', '0.200', '0.400', '0.600']);
  });

  test('names as many places as have room: a year from its first, a line to its last', () => {
    const year = Array.from({ length: 24 }, (_, index) => `mes ${index}`);
    const values = year.map(() => 1);
    const bars = plotOf([{ label: 'a', values, shape: 'bars', ink: 'clima' }], { places: year });
    expect(drawnOf(bars).frame.named[0]).toBe(0);
    const line = plotOf([{ label: 'a', values, shape: 'step', ink: 'clima' }], { places: year });
    expect(drawnOf(line).frame.named.at(-1)).toBe(23);
    const uneven = plotOf([{ label: 'a', values: [1, 2, 3, 4], shape: 'points', ink: 'clima' }], {
      places: ['may 2025', 'may 2025', 'jun 2025', 'dic 2025'],
      positions: [0, 2, 30, 220],
    });
    expect(drawnOf(uneven).frame.named).toEqual([0, 3]);
  });

  test('points at a place: a line through it, and a point on each line that knows it', () => {
    const plot = plotOf([{ label: 'Total', values: [5, null, 5, 5], shape: 'step', ink: 'text' }]);
    expect(drawnOf(plot).of('arc')).toHaveLength(0);
    expect(drawnOf(plot, 0).of('arc')).toHaveLength(1);
    expect(drawnOf(plot, 1).of('arc')).toHaveLength(0);
  });

  test('knows which place is under a finger, and none beside the plot', () => {
    const { frame } = drawnOf(plotOf(rain));
    const [first = 0, second = 0] = frame.lefts;
    expect(placeAt(frame, first + 3, 100)).toBe(0);
    expect(placeAt(frame, second - 3, 100)).toBe(1);
    expect(placeAt(frame, 2, 100)).toBeNull();
    expect(placeAt(frame, first, 199)).toBeNull();
  });
});
