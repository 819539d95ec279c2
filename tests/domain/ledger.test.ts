import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordedKind } from '../../src/domain/movements/define.ts';
import {
  type Cell,
  cellId,
  difference,
  netHeads,
  type Posting,
  reversed,
  sumByCell,
} from '../../src/domain/movements/ledger.ts';
import { complete, parsePayload } from '../../src/domain/movements/prepare.ts';
import { recordedKinds } from '../../src/domain/movements/registry.ts';
import { exampleFarm } from '../../src/domain/movements/kinds/examples/example-farm.ts';

const runs = { numRuns: 1000, seed: 20_261_121 };
const lots = ['ombu', 'bajo', 'molino'] as const;
const rodeos = ['cria', 'invernada'] as const;
const categories = exampleFarm.categories.map((category) => category.id);

const lot = fc.option(fc.constantFrom(...lots), { nil: null });
const rodeo = fc.option(fc.constantFrom(...rodeos), { nil: null });
const animals = fc.uniqueArray(
  fc.record({ type: fc.constantFrom(...categories), count: fc.integer({ min: 1, max: 500 }) }),
  { minLength: 1, maxLength: 4, selector: (line) => line.type },
);
const pair = <T>(from: readonly T[]) =>
  fc
    .tuple(fc.nat(from.length - 1), fc.integer({ min: 1, max: from.length - 1 }))
    .map(([index, step]) => [from[index], from[(index + step) % from.length]] as const);
const date = '2026-11-20';

/** A random body for each kind that moves the herd. */
const bodies: Readonly<Record<string, fc.Arbitrary<Record<string, unknown>>>> = {
  BIRTH: fc.record({ date: fc.constant(date), lot_id: lot, rodeo_id: rodeo, animals }),
  DEATH: fc.record({ date: fc.constant(date), lot_id: lot, rodeo_id: rodeo, animals }),
  BUY: fc.record({ date: fc.constant(date), lot_id: lot, rodeo_id: fc.constantFrom(...rodeos), animals }),
  SELL: fc.record({ date: fc.constant(date), lot_id: lot, rodeo_id: fc.constantFrom(...rodeos), animals }),
  EXTERNAL_TRANSFER: fc.record({ date: fc.constant(date), lot_id: fc.constantFrom(...lots), rodeo_id: rodeo, animals }),
  OUTGOING_TRANSFER: fc.record({ date: fc.constant(date), lot_id: fc.constantFrom(...lots), rodeo_id: rodeo, animals }),
  TRANSFER: fc
    .record({ ends: pair(lots), rodeo_id: rodeo, animals })
    .map(({ ends: [from, to], ...rest }) => ({ date, from_lot_id: from, to_lot_id: to, ...rest })),
  TRANSFER_RODEO: fc
    .record({ ends: pair(lots), rodeo_id: fc.constantFrom(...rodeos), animals })
    .map(({ ends: [from, to], ...rest }) => ({ date, from_lot_id: from, to_lot_id: to, whole: true, ...rest })),
  CHANGE_RODEO: fc
    .record({ ends: pair(rodeos), lot_id: lot, animals })
    .map(({ ends: [from, to], ...rest }) => ({ date, from_rodeo_id: from, to_rodeo_id: to, ...rest })),
  RECATEGORIZATION: fc
    .record({
      ends: pair(categories),
      lot_id: fc.constantFrom(...lots),
      rodeo_id: rodeo,
      count: fc.integer({ min: 1, max: 500 }),
    })
    .map(({ ends: [from, to], ...rest }) => ({ date, from_category: from, to_category: to, ...rest })),
  WEANING: fc.record({
    date: fc.constant(date),
    lot_id: lot,
    rodeo_id: rodeo,
    to_lot_id: lot,
    to_rodeo_id: rodeo,
    animals,
  }),
};

const moving = recordedKinds.filter((kind) => kind.herd !== 'unchanged');

const postingsOf = (kind: RecordedKind, body: Record<string, unknown>): readonly Posting[] => {
  const parsed = parsePayload(kind, body, '2026-11-21');
  if (!parsed.ok) throw new Error(`${kind.type}: ${JSON.stringify(parsed.problem)}`);
  const whole = complete(kind, parsed.value, exampleFarm);
  if (!whole.ok) throw new Error(`${kind.type}: ${JSON.stringify(whole.problem)}`);
  return whole.value.postings;
};

const oneOf = (kinds: readonly RecordedKind[]): fc.Arbitrary<readonly Posting[]> =>
  fc.oneof(...kinds.map((kind) => (bodies[kind.type] ?? fc.constant({})).map((body) => postingsOf(kind, body))));

const balances = (cells: readonly Cell[]): Record<string, number> =>
  Object.fromEntries(cells.map((cell) => [cellId(cell), cell.head] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)));

describe('The herd is a ledger', () => {
  test('every kind that moves animals takes part in these properties', () => {
    expect(Object.keys(bodies).toSorted()).toEqual(moving.map((kind) => kind.type).toSorted());
  });

  test('any order of arrival gives the same balances', () => {
    fc.assert(
      fc.property(fc.array(oneOf(moving), { maxLength: 12 }), fc.infiniteStream(fc.nat()), (records, dice) => {
        const shuffled = records
          .map((record) => ({ record, at: Number(dice.next().value ?? 0) }))
          .toSorted((a, b) => a.at - b.at)
          .map((item) => item.record);
        expect(balances(sumByCell(shuffled.flat()))).toEqual(balances(sumByCell(records.flat())));
      }),
      runs,
    );
  });

  test('deleting a record puts the herd back exactly', () => {
    fc.assert(
      fc.property(fc.array(oneOf(moving), { maxLength: 6 }), oneOf(moving), (before, record) => {
        const after = [...before.flat(), ...record, ...reversed(record)];
        expect(balances(sumByCell(after))).toEqual(balances(sumByCell(before.flat())));
      }),
      runs,
    );
  });

  test('editing a record leaves the herd as if it had been written so at first', () => {
    fc.assert(
      fc.property(fc.array(oneOf(moving), { maxLength: 6 }), oneOf(moving), oneOf(moving), (others, old, edited) => {
        const after = [...others.flat(), ...old, ...difference(old, edited)];
        expect(balances(sumByCell(after))).toEqual(balances(sumByCell([...others.flat(), ...edited])));
      }),
      runs,
    );
  });

  test.each(moving.filter((kind) => kind.herd === 'within').map((kind) => [kind.label, kind] as const))(
    '%s neither makes nor loses an animal',
    (_label, kind) => {
      fc.assert(
        fc.property(oneOf([kind]), (postings) => {
          expect(netHeads(postings)).toBe(0);
        }),
        runs,
      );
    },
  );

  test.each(moving.filter((kind) => kind.herd !== 'within').map((kind) => [kind.label, kind] as const))(
    '%s only goes one way',
    (_label, kind) => {
      fc.assert(
        fc.property(oneOf([kind]), (postings) => {
          expect(postings.length).toBeGreaterThan(0);
          for (const posting of postings) expect(Math.sign(posting.head)).toBe(kind.herd === 'in' ? 1 : -1);
        }),
        runs,
      );
    },
  );
});
