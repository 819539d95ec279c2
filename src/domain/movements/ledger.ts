/**
 * The herd is a ledger (domain.md §3.0): a cell is (lot, rodeo, category), a posting adds heads to it or takes them. No clocks, storage or
 * screens here; phone and server run the same lines.
 */

/** Where animals are counted. A null lot reads 'Sin lote', a null rodeo 'Sin rodeo'. Ids, never names. */
export interface CellKey {
  readonly lot: string | null;
  readonly rodeo: string | null;
  readonly category: string;
}

/** One line of the ledger: `head` is added to the cell (taken out when negative). */
export interface Posting extends CellKey {
  readonly head: number;
}

/** How many heads a cell holds; the same shape as a posting, read as a balance. */
export type Cell = Posting;

/** The text that names a cell in an index: ids never hold a bar. */
export const cellId = (cell: CellKey): string => `${cell.lot ?? ''}|${cell.rodeo ?? ''}|${cell.category}`;

/** The lines that undo these lines exactly (delete, and the first half of an edit). */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({ ...posting, head: -posting.head }));

/** Adds up lines by cell; cells that come to zero are left out. Order of the lines does not matter. */
export function sumByCell(postings: Iterable<Posting>): Cell[] {
  const sums = new Map<string, Cell>();
  for (const posting of postings) {
    const id = cellId(posting);
    const { lot, rodeo, category } = posting;
    sums.set(id, { lot, rodeo, category, head: (sums.get(id)?.head ?? 0) + posting.head });
  }
  return [...sums.values()].filter((cell) => cell.head !== 0);
}

/** What an edit changes: the old lines reversed and the new ones added, by cell. */
export const difference = (before: readonly Posting[], after: readonly Posting[]): Posting[] =>
  sumByCell([...reversed(before), ...after]);

/** All heads that the lines put in, less those they take out. */
export const netHeads = (postings: readonly Posting[]): number =>
  postings.reduce((total, posting) => total + posting.head, 0);
