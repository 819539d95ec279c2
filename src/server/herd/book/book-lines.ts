import { type Cell, cellId, difference, type Posting, reversed } from '../../../domain/movements/ledger.ts';
import { byMoment } from '../../../domain/movements/recount.ts';
import type { DatedPosting } from '../../../domain/movements/shortage.ts';
import type { MovementRow } from '../../database/tables.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { repost } from './ledger.ts';
import { markLeftBehind } from './left-behind.ts';
import { markNegativeCells } from './negative-cells.ts';
import { followCounts, momentOf } from './recounts.ts';

/** Checks what a record, and the counts after it, changed in the ledger; refuses what may not stay. */
export type Guard = (changes: readonly DatedPosting[]) => Promise<void>;

interface Booking {
  readonly before: readonly Posting[];
  readonly after: readonly Posting[];
  /** Its day before, if that changed. */
  readonly wasOn?: string;
  /** Cells it states without posting to them. */
  readonly besides?: readonly Posting[];
  readonly guard?: Guard | undefined;
}

/**
 * Replaces a movement's postings, then updates the counts after it (domain.md §3.7) and the review flags of negative
 * cells and of rodeos left behind.
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

/** Each cell once, with its last balance. */
const newest = (cells: readonly Cell[]): Cell[] => [...new Map(cells.map((cell) => [cellId(cell), cell])).values()];
