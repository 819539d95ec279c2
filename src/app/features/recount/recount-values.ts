import { addDays, type Category, type Cell, type Day, reversed, sumByCell } from '#domain';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews } from '#sync/farm.ts';
import { type NumberFieldValue, typedNumber } from '#ui';

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

/** Records of a lot that are gone through at most for the book of a day gone by. */
const readAtMost = 1_000;

/** The cells of a lot as they stood at the end of a day: what stands there now, less what came since. Those of now where too much came to say. */
export async function stockOn(
  views: Pick<FarmViews, 'page' | 'stock'>,
  lotId: string,
  day: Day,
): Promise<readonly Cell[]> {
  const stock = await views.stock();
  const later = await newestMovements(views, { lotId, from: addDays(day, 1) }, readAtMost);
  if (later.length === readAtMost) return stock;
  return sumByCell([...stock, ...reversed(later.flatMap(({ lines }) => lines))]);
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

/** The body that the call takes. What this phone showed travels along. */
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

/** How many categories were counted, and their heads together. */
export function sumCounted({ counts }: Pick<RecountValues, 'counts'>): {
  readonly categories: number;
  readonly heads: number;
} {
  const said = Object.values(counts).filter((typed) => typed !== null);
  const heads = said.reduce<number>((sum, typed) => sum + (typeof typed === 'number' ? typed : 0), 0);
  return { categories: said.length, heads };
}
