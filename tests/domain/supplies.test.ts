import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparedSince, dailyGain } from '../../src/domain/farm/weight-gain.ts';
import { countAgainst, openingPostings } from '../../src/domain/movements/audit.ts';
import { childOf } from '../../src/domain/movements/children.ts';
import {
  type BatchSum,
  batchesOf,
  fromThousandths,
  inThousandths,
  stateOf,
  takeFirstExpiring,
  unitCost,
} from '../../src/domain/supplies/stock.ts';
import { inUnitOf } from '../../src/domain/supplies/units.ts';
import { entriesOf, type KnownSupply, withSupplies } from '../../src/domain/supplies/uses.ts';

const runs = { numRuns: 500, seed: 20_261_121 };
const today = '2026-11-21';

const batch = (number: string | null, thousandths: number, expires: string | null = null): BatchSum => ({
  number,
  expires,
  thousandths,
});

describe('The stock of an item', () => {
  const moves = fc.array(
    fc.record({ quantity: fc.double({ min: 0.001, max: 100_000, noNaN: true }), isOut: fc.boolean() }),
    { maxLength: 60 },
  );
  const sum = (list: readonly { quantity: number; isOut: boolean }[]): number =>
    list.reduce((total, { quantity, isOut }) => total + (isOut ? -1 : 1) * inThousandths(quantity), 0);

  test('is the same whatever the order in which the records arrive', () => {
    fc.assert(
      fc.property(moves, fc.integer(), (list, seed) => {
        const shuffled = list.toSorted((a, b) => ((a.quantity * seed) % 1) - ((b.quantity * seed) % 1));
        expect(sum(shuffled)).toBe(sum(list));
      }),
      runs,
    );
  });

  test('reads 0,3 after three tenths were added, not 0,30000000000000004', () => {
    expect(fromThousandths([0.1, 0.1, 0.1].reduce((total, each) => total + inThousandths(each), 0))).toBe(0.3);
  });
});

describe('Batches', () => {
  const sums = [batch('B', 5000, '2027-05-01'), batch('A', 3000, '2026-12-01'), batch('C', 2000)];

  test('are proposed the first to expire first; what never expires last', () => {
    expect(takeFirstExpiring(sums, 9000).map(({ number, thousandths }) => [number, thousandths])).toEqual([
      ['A', 3000],
      ['B', 5000],
      ['C', 1000],
    ]);
  });

  test('that nobody named are taken as used from the first to expire', () => {
    expect(batchesOf([...sums, batch(null, -4000)]).map(({ number, thousandths }) => [number, thousandths])).toEqual([
      ['B', 4000],
      ['C', 2000],
    ]);
  });

  test('of which more was used than they held are made good by the others', () => {
    expect(batchesOf([batch('A', -1000, '2026-12-01'), batch('B', 5000)])).toEqual([batch('B', 4000)]);
  });

  test('never hold more than the item does, nor less than nothing', () => {
    const some = fc.array(
      fc.record({
        number: fc.option(fc.constantFrom('A', 'B', 'C', 'D'), { nil: null }),
        thousandths: fc.integer({ min: -10_000, max: 10_000 }),
        expires: fc.option(fc.constantFrom('2026-12-01', '2027-05-01'), { nil: null }),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(some, (all) => {
        const own = [...new Map(all.map((one) => [one.number, one])).values()];
        const total = own.reduce((held, one) => held + one.thousandths, 0);
        const shown = batchesOf(own);
        expect(shown.every((one) => one.thousandths > 0)).toBe(true);
        expect(shown.reduce((held, one) => held + one.thousandths, 0)).toBeLessThanOrEqual(Math.max(0, total));
      }),
      runs,
    );
  });
});

describe('The badge of an item', () => {
  const item = (quantity: number, minimum: number | null, ...expires: string[]) => ({
    quantity,
    minimum,
    batches: expires.map((day) => ({ expires: day })),
  });

  test.each([
    ['sin_stock', item(0, 5)],
    ['vencido', item(3, 5, '2027-01-01', '2026-11-20')],
    ['por_vencer', item(3, 5, '2026-12-21')],
    ['por_vencer', item(30, null, '2026-11-21')],
    ['stock_bajo', item(4.9, 5, '2026-12-22')],
    ['normal', item(5, 5)],
    ['normal', item(1, null)],
  ])('reads %s', (state, stocked) => {
    expect(stateOf(stocked, today)).toBe(state);
  });
});

describe('The price of a unit', () => {
  test.each([
    ['37000.00', 12_000, '3083.33'],
    ['100', 3000, '33.33'],
    ['200', 3000, '66.67'],
    ['999999999999.99', 1, '999999999999990.00'],
    ['5.5', 0, null],
  ])('%s for %i thousandths is %s', (cost, thousandths, each) => {
    expect(unitCost(cost, thousandths)).toBe(each);
  });
});

describe('A quantity told in another unit', () => {
  test.each([
    [2, 't', { unit: 'kg', kg_per_unit: null }, 2000],
    [500, 'ml', { unit: 'l', kg_per_unit: null }, 0.5],
    [600, 'kg', { unit: 'rollo', kg_per_unit: 300 }, 2],
    [3, undefined, { unit: 'dosis', kg_per_unit: null }, 3],
    [600, 'kg', { unit: 'rollo', kg_per_unit: null }, null],
    [1, 'l', { unit: 'kg', kg_per_unit: null }, null],
    [1, 'frascos', { unit: 'ml', kg_per_unit: null }, null],
  ])('%d %s of %j is %s', (quantity, unit, own, expected) => {
    expect(inUnitOf(own, quantity, unit)).toBe(expected);
  });
});

describe('What a record does to the store room', () => {
  const ivermectin: KnownSupply = { id: 'iv', name: 'Ivermectina', unit: 'ml', kg_per_unit: null };
  const known = new Map([['iv', ivermectin]]);
  const given = { at: 'products', named: 'name', entry: 'consumo', sign: -1, makes: false } as const;
  const taken = { at: 'payload', named: 'name', entry: 'ingreso', sign: 1, makes: true } as const;

  test('is told by the item, the sign of the kind and the batch', () => {
    const payload = { asset_id: 'iv', quantity: 1.5, unit: 'l', batch: 'L1', expires: '2027-01-01', total: '900.00' };
    const line = {
      asset_id: 'iv',
      kind: 'ingreso',
      thousandths: 1_500_000,
      batch: 'L1',
      expires: '2027-01-01',
      cost: '900.00',
    };
    expect(entriesOf(taken, payload, known)).toEqual({ entries: [line], unclear: [] });
  });

  test('is nothing for a product that is a name alone, or that says no quantity', () => {
    const payload = { products: [{ name: 'Sal' }, { asset_id: 'iv' }, { asset_id: 'iv', quantity: 20 }] };
    const { entries } = entriesOf(given, payload, known);
    expect(entries.map((entry) => entry.thousandths)).toEqual([-20_000]);
  });

  test('is unclear in a unit that says nothing of the item’s own', () => {
    const payload = { products: [{ asset_id: 'iv', quantity: 2, unit: 'frascos' }] };
    expect(entriesOf(given, payload, known)).toEqual({ entries: [], unclear: ['products.0.unit'] });
  });

  test('is written down with the item’s name and unit, so that the record reads by itself', () => {
    expect(withSupplies(given, { products: [{ asset_id: 'iv' }, { name: 'Sal' }] }, [ivermectin, null])).toEqual({
      products: [{ asset_id: 'iv', name: 'Ivermectina', unit: 'ml' }, { name: 'Sal' }],
    });
  });
});

describe('A weaning that says its kilos', () => {
  const weaned = {
    date: '2026-03-01',
    lot_id: 'ombu',
    rodeo_id: 'cria',
    to_lot_id: 'bajo',
    to_rodeo_id: 'recria',
    animals: [
      { type: 'ternero-pie', to_type: 'ternero', count: 6 },
      { type: 'ternera-pie', to_type: 'ternera', count: 4 },
    ],
    total_kg: 1805,
  };

  test('is a weighing of the calves as what they are now, where they are now', () => {
    expect(childOf('WEANING', weaned)).toMatchObject({
      type: 'WEIGHING',
      payload: {
        lot_id: 'bajo',
        rodeo_id: 'recria',
        animals: [
          { type: 'ternero', count: 6, total_kg: 1083, average_kg: 180.5 },
          { type: 'ternera', count: 4, total_kg: 722, average_kg: 180.5 },
        ],
      },
    });
  });

  test('and without kilos is none', () => {
    expect(childOf('WEANING', { ...weaned, total_kg: 0 })).toBeNull();
    expect(childOf('BIRTH', weaned)).toBeNull();
  });
});

describe('A count of animals', () => {
  const book = () => [
    { rodeo: 'cria', head: 40 },
    { rodeo: 'recria', head: 25 },
  ];

  test('stands against the book, or against what the phone showed', () => {
    const lines = [
      { type: 'vaca', count: 30 },
      { type: 'vaca', count: 33 },
      { type: 'toro', count: 0, expected: 2, reason: 'faltante' as const },
    ];
    expect(countAgainst('recount', lines, book)).toEqual([
      { type: 'vaca', count: 63, expected: 65, difference: -2 },
      { type: 'toro', count: 0, expected: 2, difference: -2, reason: 'faltante' },
    ]);
    expect(countAgainst('opening', [{ type: 'vaca', count: 5 }], book)[0]).toMatchObject({ difference: 5 });
  });

  test('as an opening puts in what was there', () => {
    const counted = countAgainst(
      'opening',
      [
        { type: 'vaca', count: 5 },
        { type: 'toro', count: 0 },
      ],
      book,
    );
    expect(openingPostings({ lot_id: 'ombu', counted })).toEqual([
      { lot: 'ombu', rodeo: null, category: 'vaca', head: 5 },
    ]);
  });
});

describe('Daily gain', () => {
  const weighed = (date: string, count: number, average: number, category = 'novillito') => ({
    date,
    category,
    count,
    total_kg: count * average,
  });

  test('is 0,933 for 30 head of 180 kg on 01/03 and 222 kg on 15/04', () => {
    expect(dailyGain([weighed('2026-04-15', 30, 222), weighed('2026-03-01', 30, 180)], [])).toEqual([
      { date: '2026-03-01', average_kg: 180, daily_gain: null, group_changed: false },
      { date: '2026-04-15', average_kg: 222, daily_gain: 0.933, group_changed: false },
    ]);
  });

  test('skips intervals of less than 14 days', () => {
    const points = dailyGain(
      [weighed('2026-03-01', 10, 180), weighed('2026-03-10', 10, 200), weighed('2026-03-21', 10, 200)],
      [],
    );
    expect(points.map((point) => point.daily_gain)).toEqual([null, null, 1]);
  });

  test('compares each category with itself, and weighs them by their heads', () => {
    const points = dailyGain(
      [
        weighed('2026-03-01', 30, 200),
        weighed('2026-03-01', 10, 150, 'vaquillona'),
        weighed('2026-03-31', 30, 230),
        weighed('2026-03-31', 10, 165, 'vaquillona'),
        weighed('2026-03-31', 5, 90, 'ternero'),
      ],
      [],
    );
    expect(points[1]).toMatchObject({ daily_gain: 0.875, average_kg: 200 });
  });

  test('says when more than a tenth of the group came or went in between', () => {
    const lines = [weighed('2026-03-01', 30, 180), weighed('2026-04-15', 30, 222)];
    const flow = (head: number) => [
      { date: '2026-01-01', category: 'novillito', head: 30 },
      { date: '2026-04-01', category: 'novillito', head },
    ];
    expect([-3, 3, -4, 4].map((head) => dailyGain(lines, flow(head))[1]?.group_changed)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('that no animal makes is that of another group, although nobody came or went', () => {
    const gainOf = (kilos: number) =>
      dailyGain([weighed('2026-06-25', 100, 386), weighed('2026-07-25', 100, kilos)], []);
    const seen = [227, 355, 356, 446, 447].map((kilos) => {
      const [, last] = gainOf(kilos);
      return [last?.daily_gain, last?.group_changed];
    });
    expect(seen).toEqual([
      [null, true],
      [null, true],
      [-1, false],
      [2, false],
      [null, true],
    ]);
  });

  test('at the newest weighing asks who came and went since the oldest that it is compared with', () => {
    const lines = [
      weighed('2026-01-10', 10, 150, 'vaquillona'),
      weighed('2026-03-01', 30, 200),
      weighed('2026-03-20', 30, 210),
      weighed('2026-03-31', 30, 230),
      weighed('2026-03-31', 10, 165, 'vaquillona'),
    ];
    expect([lines, lines.slice(1), lines.slice(3), []].map((some) => comparedSince(some, []))).toEqual([
      '2026-01-10',
      '2026-03-01',
      null,
      null,
    ]);
  });
});
