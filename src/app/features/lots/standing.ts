import type { Category, Cell } from '#domain';

/** Animals of one category in a lot, by rodeo. */
export interface Standing {
  readonly category: Category;
  readonly heads: number;
  readonly cells: readonly Cell[];
}

/** Animals of a lot by category, in category order. */
export const standingIn = (
  lotId: string,
  stock: readonly Cell[],
  categories: readonly Category[],
): readonly Standing[] =>
  categories
    .map((category) => {
      const cells = stock.filter((cell) => cell.lot === lotId && cell.category === category.id && cell.head !== 0);
      return { category, cells, heads: cells.reduce((sum, cell) => sum + cell.head, 0) };
    })
    .filter(({ cells }) => cells.length > 0);
