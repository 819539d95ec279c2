import { sumOf } from '../rows.ts';
import { cellId, type Cell, netHeads, type Posting } from './ledger.ts';

export interface DatedPosting {
  readonly posting: Posting;
  readonly day: string;
}

/** A cell that would be negative at the end of a day. */
export interface Shortage {
  readonly cell: Posting;
  readonly day: string;
  readonly available: number;
  readonly taken: number;
}

/** Changes of a cell by day, from its first on. */
export type BookOfCell = readonly { readonly date: string; readonly head: number }[];

export function byCell(deltas: readonly DatedPosting[]): ReadonlyMap<string, readonly DatedPosting[]> {
  const cells = new Map<string, readonly DatedPosting[]>();
  for (const delta of deltas) {
    const id = cellId(delta.posting);
    cells.set(id, [...(cells.get(id) ?? []), delta]);
  }
  return cells;
}

/**
 * Invariant 1 (domain.md §3.0) for one cell: not negative at the end of any day, later ones too. Only a cell that gets worse is judged.
 */
export function shortageIn(changes: readonly DatedPosting[], book: BookOfCell): Shortage | null {
  const [first] = changes;
  const days = [...new Set([...book.map((line) => line.date), ...changes.map((change) => change.day)])].toSorted();
  for (const day of days) {
    const without = netHeads(book.filter((line) => line.date <= day));
    const taken = -sumOf(
      changes.filter((change) => change.day <= day),
      (change) => change.posting.head,
    );
    if (first && taken > 0 && without - taken < 0) {
      return { cell: first.posting, day, available: Math.max(0, without), taken };
    }
  }
  return null;
}

/** A cell's book from its current balance and its changes since a day; all before is one line. */
export function bookSince(cell: Omit<Cell, 'head'>, now: readonly Cell[], since: readonly DatedPosting[]): BookOfCell {
  const id = cellId(cell);
  const later = since.filter((line) => cellId(line.posting) === id);
  const today = netHeads(now.filter((one) => cellId(one) === id));
  const before = { date: '', head: today - sumOf(later, (line) => line.posting.head) };
  return [before, ...later.map((line) => ({ date: line.day, head: line.posting.head }))];
}
