import { describe, expect, test } from 'vitest';
import { judgeOf, report } from './lib/report.mjs';
import { median, productRatios, ratios, summarize, worse } from './lib/stats.mjs';

const row = (variant: string, round: number, ms: number, workload = 'W1', size = 1000) => ({
  workload,
  size,
  variant,
  round,
  ms,
});

/** A machine that was slow in its second round. */
const rows = [
  row('idb-relaxed', 1, 1),
  row('product', 1, 4),
  row('idb-relaxed', 2, 10),
  row('product', 2, 30),
  row('idb-relaxed', 3, 2),
  row('product', 3, 10),
  row('product', 4, 99),
];

describe('The figures of the bench', () => {
  test.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 3],
    [[7], 7],
  ])('the middle of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  test('a ratio compares what was measured in one round, and leaves out a round without the floor', () => {
    expect(ratios(rows, 'product', 'idb-relaxed')).toEqual([4, 3, 5]);
  });

  test('several measurements of a round are its median', () => {
    expect(ratios([...rows, row('product', 1, 6), row('product', 1, 8)], 'product', 'idb-relaxed')).toEqual([6, 3, 5]);
  });

  test('a variant is told by its middle, least and most', () => {
    const told = summarize(rows, { floor: 'idb-relaxed' }).find(({ variant }) => variant === 'product');
    expect(told).toEqual({
      variant: 'product',
      rounds: 4,
      middle: 30,
      least: 4,
      most: 99,
      ratio: 4,
      ratioLeast: 3,
      ratioMost: 5,
    });
  });

  test('what failed in a round has no figure there', () => {
    expect(summarize([{ ...row('product', 1, 1), ms: Number.NaN }], { floor: 'idb-relaxed' })).toEqual([]);
  });
});

describe('What is held against an earlier run', () => {
  test('is the product beside the floor of each workload and size, a write by what it costs the server, a drain by its calls', () => {
    const sent = [
      { ...row('product', 1, 50, 'W2'), calls: 6 },
      { ...row('idb-relaxed/100', 1, 5, 'W2'), calls: 2 },
    ];
    const written = [
      { ...row('product', 1, 90, 'S1', 50), serverCpu: 6 },
      { ...row('bare', 1, 1, 'S1', 50), serverCpu: 2 },
    ];
    const kept = productRatios([...rows, ...sent, ...written], judgeOf);
    expect(kept).toEqual({ 'W1 1000': 4, 'W2 1000': 3, 'S1 50': 3 });
  });

  test('is worse above the factor, and where it is measured no more', () => {
    expect(worse({ a: 2.1, b: 2 }, { a: 1, b: 1, c: 1 }, 2)).toEqual([
      'a: 2.1x the floor, landed with 1x (at most 2 times that)',
      'c: was 1x, and is not measured any more',
    ]);
  });
});

describe('The report', () => {
  test('has a table for each workload and size, the quickest first, and says which goals are held', () => {
    const text = report([
      ...rows,
      row('idb-best', 1, 0.5),
      row('idb-journal', 1, 2),
      row('product', 1, 0.5, 'W7', 10_000),
      row('idb-relaxed', 1, 1, 'W7', 10_000),
    ]);
    const lines = text.split('\n');
    expect(lines.filter((line) => line.startsWith('###'))).toEqual([
      '### W1 a save, one after the other, 1,000',
      '### W7 ten changed rows fetched, 10,000',
      '### Goals',
    ]);
    expect(lines.filter((line) => line.startsWith('| idb-best') || line.startsWith('| product'))).toEqual([
      '| idb-best | 0.50 | 0.50 | 1 |',
      '| product | 30.0 (4.00-99.0) | 4.00 (3.00-5.00) | 4 |',
      '| product | 0.50 | 0.50 | 1 |',
    ]);
    expect(lines).toContain('| G1 | W1, 1,000 | idb-journal | 1.1x | 2.00x | no |');
    expect(lines).toContain('| G7 | W7, 10,000 | idb-relaxed | 0.8x | 0.50x | yes |');
  });

  test('says how much more a larger farm costs, of the product and of the floor', () => {
    const grown = (variant: string, size: number, ms: number, serverCpu: number) => ({
      ...row(variant, 1, ms, 'S4 feed', size),
      serverCpu,
    });
    const lines = report([
      grown('product', 10_000, 10, 4),
      grown('bare', 10_000, 2, 0),
      grown('product', 100_000, 15, 8),
      grown('bare', 100_000, 20, 0),
    ]).split('\n');
    expect(lines.slice(lines.indexOf('### Growth')).filter((line) => line.startsWith('| S4'))).toEqual([
      '| S4 feed | product | 10,000 | 100,000 | 10.0x | 1.50x | 2.00x |',
      '| S4 feed | bare | 10,000 | 100,000 | 10.0x | 10.0x | - |',
    ]);
  });
});
