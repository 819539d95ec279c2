import { expect, test } from 'vitest';
import { readMovement } from '../../src/app/store/read-rows.ts';
import { movementSchema } from '../../src/domain/movements/movement.ts';
import { movement } from '../support/large-farm.ts';

type Json = Readonly<Record<string, unknown>>;

/** Rows with all that a movement may have. */
const rows: readonly Json[] = [
  { ...movement(1) },
  {
    ...movement(2),
    count: { vaca: 3, toro: -1 },
    rodeoId: 'cria',
    detail: null,
    reference: 'R-1',
    created_by: null,
    cid: null,
    animals: [{ type: 'vaca', count: 3, total_kg: 900, weights: [1, 2] }],
    unknown: { to: ['an', 'older', 'app'] },
    metadata: {
      lot_id: null,
      deletedBy: 'ana',
      editHistory: [{ editedBy: null, editedAt: '2026-11-21T12:00:00.000Z', was: { mm: 1 } }],
      products: [{ asset_id: 'sal' }],
    },
  },
  { ...movement(3), cid: 'one', review: { reasons: ['doubt'], unsaid: ['lot_id'], later: true } },
];

/** What stands anywhere in a row may be anything. */
const odd = [
  undefined,
  null,
  true,
  0,
  '',
  '1',
  [],
  {},
  [null],
  [{}],
  ['a'],
  { a: 'b' },
  [{ type: 'vaca', count: '1' }],
  [{ editedBy: 1 }],
  Number.POSITIVE_INFINITY,
  Number.NaN,
  // A text of the server may name it; the schema drops it.
  JSON.parse('{"__proto__": {"type": "x"}, "type": "vaca", "count": 1}') as unknown,
  JSON.parse('[{"__proto__": 1, "type": "vaca", "count": 1}]') as unknown,
  JSON.parse('{"constructor": {"prototype": 1}}') as unknown,
] as const;

/** The row with another value, or none, at each of its places. */
function* spoiled(value: unknown): Generator<unknown> {
  yield* odd;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    for (const other of spoiled(inner)) {
      if (Array.isArray(value)) yield value.with(Number(name), other);
      else yield { ...value, [name]: other };
    }
    if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value).filter(([own]) => own !== name));
  }
}

const asWritten = (row: unknown): unknown => JSON.parse(JSON.stringify(row));

test('a movement is read as its schema reads it, whatever stands in it', () => {
  const seen = { good: 0, bad: 0 };
  for (const row of rows)
    for (const one of [row, ...spoiled(row)]) {
      const read = movementSchema.safeParse(one);
      // As it is written: names and values, in any order.
      const expected = read.success ? asWritten(read.data) : null;
      expect(asWritten(readMovement(one))).toEqual(expected);
      seen[read.success ? 'good' : 'bad'] += 1;
    }
  expect(seen.good).toBeGreaterThan(300);
  expect(seen.bad).toBeGreaterThan(1_000);
});

test('a plain movement is not copied, and one that waits for review is what the schema makes of it', () => {
  const [plain, , waiting] = rows;
  expect(readMovement(plain)).toBe(plain);
  expect(readMovement(waiting)).not.toBe(waiting);
  expect(readMovement(waiting)?.review).toEqual({ reasons: ['doubt'], unsaid: ['lot_id'] });
});
