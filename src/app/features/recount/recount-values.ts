import type { Category } from '../../../domain/farm/categories.ts';
import type { Cell } from '../../../domain/movements/ledger.ts';
import type { NumberFieldValue } from '../../ui/number-field.tsx';
import { typedNumber } from '../../ui/number-text.ts';

/** A count of a lot as its form holds it: what is left blank was not counted, zero was. */
export interface RecountValues {
  readonly lot_id: string;
  readonly date: string;
  readonly counts: Readonly<Record<string, NumberFieldValue>>;
  readonly reasons: Readonly<Record<string, string>>;
  /** Categories that the book does not hold there, added by hand. */
  readonly added: readonly string[];
  readonly detail: string;
}

/** What the book holds of a category in a lot, whatever rodeos stand there. */
export const inBook = (stock: readonly Cell[], lotId: string, category: string): number =>
  stock.filter((cell) => cell.lot === lotId && cell.category === category).reduce((sum, cell) => sum + cell.head, 0);

/** The categories to count: those of the book and those that somebody found besides. */
export const categoriesToCount = (
  categories: readonly Category[],
  stock: readonly Cell[],
  { lot_id, added }: Pick<RecountValues, 'lot_id' | 'added'>,
): readonly Category[] =>
  categories.filter((category) => added.includes(category.id) || inBook(stock, lot_id, category.id) !== 0);

/** The body that the call takes. What this phone showed travels along: the difference to it is what is booked. */
export function recountBody(values: RecountValues, stock: readonly Cell[]): Readonly<Record<string, unknown>> {
  const counted = Object.entries(values.counts).flatMap(([type, typed]) => {
    if (typed === null) return [];
    const count = typedNumber(typed);
    const expected = inBook(stock, values.lot_id, type);
    const reason = count === expected ? '' : values.reasons[type];
    return [{ type, count, expected, ...(reason && { reason }) }];
  });
  const detail = values.detail.trim();
  return {
    date: values.date,
    kind: 'recount',
    lot_id: values.lot_id,
    counted,
    ...(detail && { detail }),
  };
}
