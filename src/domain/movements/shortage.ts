import { cellId, type Cell, type Posting } from './ledger.ts';

/** A difference that would come into the book at a day. */
export interface DatedPosting {
  readonly posting: Posting;
  readonly day: string;
}

/** A cell that would stand below zero at the end of a day. */
export interface Shortage {
  readonly cell: Posting;
  readonly day: string;
  /** What there is on that day without the lines in question. */
  readonly available: number;
  /** How many the lines in question take until then. */
  readonly taken: number;
}

/** What changed a cell, day by day, from its first line on. */
export type BookOfCell = readonly { readonly date: string; readonly head: number }[];

const sum = (heads: readonly number[]): number => heads.reduce((total, head) => total + head, 0);

/** The lines by the cell that they are about. */
export function byCell(deltas: readonly DatedPosting[]): ReadonlyMap<string, readonly DatedPosting[]> {
  const cells = new Map<string, readonly DatedPosting[]>();
  for (const delta of deltas) {
    const id = cellId(delta.posting);
    cells.set(id, [...(cells.get(id) ?? []), delta]);
  }
  return cells;
}

/**
 * Invariant 1 (domain.md §3.0) for one cell: not below zero at the end of any day, also later ones, with these differences. Only a cell
 * that gets worse is judged.
 */
export function shortageIn(changes: readonly DatedPosting[], book: BookOfCell): Shortage | null {
  const [first] = changes;
  const days = [...new Set([...book.map((line) => line.date), ...changes.map((change) => change.day)])].toSorted();
  for (const day of days) {
    const without = sum(book.filter((line) => line.date <= day).map((line) => line.head));
    const taken = -sum(changes.filter((change) => change.day <= day).map((change) => change.posting.head));
    if (first && taken > 0 && without - taken < 0) {
      return { cell: first.posting, day, available: Math.max(0, without), taken };
    }
  }
  return null;
}

/** The book of a cell from what stands there now and what changed it since a day: all that came before is one line. */
export function bookSince(cell: Omit<Cell, 'head'>, now: readonly Cell[], since: readonly DatedPosting[]): BookOfCell {
  const id = cellId(cell);
  const later = since.filter((line) => cellId(line.posting) === id);
  const today = sum(now.filter((one) => cellId(one) === id).map((one) => one.head));
  const before = { date: '', head: today - sum(later.map((line) => line.posting.head)) };
  return [before, ...later.map((line) => ({ date: line.day, head: line.posting.head }))];
}
