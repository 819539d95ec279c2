import { sumOf, sumsBy } from '../rows.ts';

/** The herd is a ledger (domain.md §3.0): a posting adds heads to a cell (lot, rodeo, category) or takes them out. */

/** Null lot: 'Sin lote'; null rodeo: 'Sin rodeo'. */
export interface CellKey {
  readonly lot: string | null;
  readonly rodeo: string | null;
  readonly category: string;
}

export interface Posting extends CellKey {
  readonly head: number;
}

export type Cell = Posting;

/** The cell's key in an index: ids never hold a bar. */
export const cellId = (cell: CellKey): string => `${cell.lot ?? ''}|${cell.rodeo ?? ''}|${cell.category}`;

export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({ ...posting, head: -posting.head }));

/** Sums under their cell's key, which more postings can be added to. */
export type Sums = Map<string, Cell>;

/** Adds to sums. */
export function addPostings(sums: Sums, postings: Iterable<Posting>): Sums {
  for (const posting of postings) {
    const id = cellId(posting);
    const { lot, rodeo, category } = posting;
    sums.set(id, { lot, rodeo, category, head: (sums.get(id)?.head ?? 0) + posting.head });
  }
  return sums;
}

/** The cells of sums, without zeros. */
export const cellsOf = (sums: Sums): Cell[] => [...sums.values()].filter((cell) => cell.head !== 0);

/** Sums by cell, without zeros. */
export const sumByCell = (postings: Iterable<Posting>): Cell[] => cellsOf(addPostings(new Map(), postings));

/** The postings of an edit: old ones reversed, new ones added, by cell. */
export const difference = (before: readonly Posting[], after: readonly Posting[]): Posting[] =>
  sumByCell([...reversed(before), ...after]);

export const netHeads = (postings: readonly Pick<Posting, 'head'>[]): number => sumOf(postings, ({ head }) => head);

/** What stands in cells: one below zero has no heads, and is told as missing (domain.md §2.15). */
export const standingHeads = (cells: readonly Pick<Posting, 'head'>[]): number =>
  sumOf(cells, ({ head }) => Math.max(0, head));

/** Heads by category, over all places. */
export const headsByCategory = (cells: readonly Pick<Posting, 'category' | 'head'>[]): ReadonlyMap<string, number> =>
  sumsBy(
    cells,
    ({ category }) => category,
    ({ head }) => head,
  );
