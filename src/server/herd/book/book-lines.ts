import { type Cell, cellId, difference, type Posting, reversed } from '../../../domain/movements/ledger.ts';
import { byMoment } from '../../../domain/movements/recount.ts';
import type { DatedPosting } from '../../../domain/movements/shortage.ts';
import type { MovementRow } from '../../database/tables.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { repost } from './ledger.ts';
import { markLeftBehind } from './left-behind.ts';
import { markNegativeCells } from './negative-cells.ts';
import { followCounts, momentOf } from './recounts.ts';

/** Looks at what a record changed in the book, with the counts that followed it; refuses what may not stay. */
export type Guard = (changes: readonly DatedPosting[]) => Promise<void>;

interface Booking {
  readonly before: readonly Posting[];
  readonly after: readonly Posting[];
  /** The day on which it stood; absent where it stands there still. */
  readonly wasOn?: string;
  /** Cells that it speaks of without a line in them. */
  readonly besides?: readonly Posting[];
  readonly guard?: Guard | undefined;
}

/**
 * Replaces a movement's lines. The counts after it follow (domain.md §3.7), and the marks of cells below zero and of rodeos left behind.
 */
export async function bookLines(
  call: Call,
  commit: Commit,
  row: Pick<MovementRow, 'id' | 'date' | 'created_at'>,
  { before, after, wasOn = row.date, besides = [], guard }: Booking,
): Promise<void> {
  const own = await repost(commit, row, before, after);
  const lines = [...(wasOn === row.date ? difference(before, after) : [...before, ...after]), ...besides];
  const [since = momentOf(row)] = [momentOf(row), momentOf({ ...row, date: wasOn })].toSorted(byMoment);
  const followed = await followCounts(call, commit, { cells: lines, since, own: row.id });
  await guard?.([
    ...reversed(before).map((posting) => ({ posting, day: wasOn })),
    ...after.map((posting) => ({ posting, day: row.date })),
    ...followed.lines,
  ]);
  await markNegativeCells(commit, newest([...own, ...followed.changed]), call.now);
  const moved = [...before, ...after, ...besides, ...followed.lines.map(({ posting }) => posting)];
  await markLeftBehind(commit, moved, since.date, call.now);
}

/** Each cell once, as it stands in the end. */
const newest = (cells: readonly Cell[]): Cell[] => [...new Map(cells.map((cell) => [cellId(cell), cell])).values()];
