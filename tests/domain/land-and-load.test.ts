import { describe, expect, test } from 'vitest';
import { evOf, loadLight, loadOf } from '../../src/domain/farm/load.ts';
import { moved, newOrders, writtenRenspa } from '../../src/domain/farm/places.ts';
import { lastToEnd, withdrawalOf } from '../../src/domain/farm/withdrawal.ts';
import { formatGain } from '../../src/domain/quantities.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';

const categories = [
  { id: 'vaca', ev: 1 },
  { id: 'toro', ev: 1.3 },
  { id: 'vaquillona', ev: 0.7 },
  { id: 'ternero', ev: 0 },
];

describe('the load of a lot', () => {
  test('is 0,64 EV/ha for the herd of the worked example', () => {
    const heads = [
      { category: 'vaca', head: 60 },
      { category: 'toro', head: 2 },
      { category: 'vaquillona', head: 20 },
      { category: 'ternero', head: 45 },
    ];
    const ev = evOf(heads, categories);
    expect(ev).toBe(76.6);
    expect(loadOf(ev, { hectares: 120, is_grazing: true })).toBeCloseTo(0.64, 2);
  });

  test('counts no animal that is only missing in the book', () => {
    expect(evOf([{ category: 'vaca', head: -2 }], categories)).toBe(0);
  });

  test('is no figure where nothing grazes', () => {
    expect(loadOf(10, { hectares: 5, is_grazing: false })).toBeNull();
    expect(loadOf(10, { hectares: 0, is_grazing: true })).toBeNull();
  });

  test.each([
    [0.8, 0.8, 'ok'],
    [0.9, 0.8, 'tight'],
    [0.93, 0.8, 'over'],
    [0.5, null, null],
    [null, 0.8, null],
  ])('of %s where the lot bears %s is %s', (load, receptivity, light) => {
    expect(loadLight(load, receptivity)).toBe(light);
  });
});

const treatment = (changes: Partial<Movement>, days: unknown = 35): Movement => ({
  id: 'm',
  type: 'TREATMENT',
  date: '2026-09-09',
  count: {},
  rodeoId: 'cria',
  detail: null,
  reference: null,
  animals: [],
  organization_id: 'o',
  created_at: '2026-09-09T12:00:00.000Z',
  updated_at: '2026-09-09T12:00:00.000Z',
  created_by: null,
  version: 1,
  deleted: false,
  metadata: {
    lot_id: 'ombu',
    deletedBy: null,
    editHistory: [],
    withdrawal_days: days,
    products: [{ name: 'Ivermectina' }, { asset_id: 'a' }],
  },
  ...changes,
});

describe('a withdrawal period', () => {
  test('runs to the last day, and no day more', () => {
    expect(withdrawalOf(treatment({}), '2026-10-14')).toEqual({
      movementId: 'm',
      lotId: 'ombu',
      rodeoId: 'cria',
      categories: null,
      since: '2026-09-09 2026-09-09T12:00:00.000Z',
      until: '2026-10-14',
      products: ['Ivermectina'],
    });
    expect(withdrawalOf(treatment({}), '2026-10-15')).toBeNull();
  });

  test('counts part of a day as a whole one', () => {
    expect(withdrawalOf(treatment({}, 1.5), '2026-09-11')?.until).toBe('2026-09-11');
  });

  test('is none where nothing was forbidden, or the treatment was deleted', () => {
    expect(withdrawalOf(treatment({}, 0), '2026-09-09')).toBeNull();
    expect(withdrawalOf(treatment({}, null), '2026-09-09')).toBeNull();
    expect(withdrawalOf(treatment({ deleted: true }), '2026-09-09')).toBeNull();
  });

  test('of several, the one that ends last rules', () => {
    const until = (day: string) => ({
      movementId: day,
      lotId: null,
      rodeoId: null,
      categories: null,
      since: day,
      until: day,
      products: [],
    });
    expect(lastToEnd([until('2026-10-14'), until('2026-11-01'), until('2026-10-20')])?.until).toBe('2026-11-01');
    expect(lastToEnd([])).toBeNull();
  });
});

describe('a list put in order', () => {
  test('moves one and keeps the others in their turn', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });

  test('stays as it is where there is no such place', () => {
    expect(moved(['a', 'b'], 0, 2)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  });

  test('gives new numbers only to those that have another', () => {
    const items = [
      { id: 'a', order: 1 },
      { id: 'c', order: 3 },
      { id: 'b', order: 2 },
      { id: 'd', order: 4 },
    ];
    expect(newOrders(items)).toEqual([
      { id: 'c', order: 2 },
      { id: 'b', order: 3 },
    ]);
  });
});

test.each([
  ['0100600041201', '01.006.0.00412/01'],
  ['01.006.0.00412/01', '01.006.0.00412/01'],
  [' 01 006 0 00412 01 ', '01.006.0.00412/01'],
  ['en trámite', 'en trámite'],
  ['123', '123'],
])('a RENSPA typed «%s» is kept as «%s»', (typed, written) => {
  expect(writtenRenspa(typed)).toBe(written);
});

test('a daily gain is read with its three decimals', () => {
  expect(formatGain(0.62)).toBe('0,620 kg/día');
});
