import { addDays, type Category, type Cell, type Day, netHeads, reversed, sumByCell, sumOf } from '#domain';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews } from '#sync/farm.ts';
import { type NumberFieldValue, typedNumber } from '#ui';

/** Values of the form: null was not counted, zero was. */
export interface RecountValues {
  readonly lot_id: string;
  readonly date: string;
  readonly counts: Readonly<Record<string, NumberFieldValue>>;
  readonly reasons: Readonly<Record<string, string>>;
  /** Added by hand; not in the book there. */
  readonly added: readonly string[];
  readonly detail: string;
}

/** Cells of a lot at the end of `day`: today's minus what came since. */
export async function stockOn(
  views: Pick<FarmViews, 'page' | 'stock'>,
  lotId: string,
  day: Day,
): Promise<readonly Cell[]> {
  const stock = await views.stock();
  const later = await newestMovements(views, { lotId, from: addDays(day, 1) });
  return sumByCell([...stock, ...reversed(later.flatMap(({ lines }) => lines))]);
}

/** Heads in the book, over all rodeos. */
export const inBook = (stock: readonly Cell[], lotId: string, category: string): number =>
  netHeads(stock.filter((cell) => cell.lot === lotId && cell.category === category));

/** Categories in the book plus those added. */
export const categoriesToCount = (
  categories: readonly Category[],
  stock: readonly Cell[],
  { lot_id, added }: Pick<RecountValues, 'lot_id' | 'added'>,
): readonly Category[] =>
  categories.filter((category) => added.includes(category.id) || inBook(stock, lot_id, category.id) !== 0);

/** Request body, including the expected figures this phone showed. */
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

/** Categories counted and their total heads. */
export function sumCounted({ counts }: Pick<RecountValues, 'counts'>) {
  const said = Object.values(counts).filter((typed) => typed !== null);
  const heads = sumOf(said, (typed) => (typeof typed === 'number' ? typed : 0));
  return { categories: said.length, heads };
}
