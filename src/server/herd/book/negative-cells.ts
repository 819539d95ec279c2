import { type Cell, cellId } from '../../../domain/movements/ledger.ts';
import type { Review } from '../../../domain/movements/movement.ts';
import type { Commit } from '../../kernel/call.ts';
import { markedMovements } from './looked-at.ts';
import { reviewIn, writeReview } from './review-mark.ts';
import { without } from '../../rows/stored.ts';

interface BelowZero extends Cell {
  /** Heads before the record that took it below zero, and that record's change. */
  readonly before: number;
  readonly change: number;
}

/**
 * Keeps the flag 'A revisar' for a negative cell (domain.md §3.0) on the one record that took it below zero, until it
 * recovers.
 */
export async function markNegativeCells(commit: Commit, changed: readonly Cell[], now: number): Promise<void> {
  if (changed.length === 0) return;
  const marks = await marksOf(commit);
  for (const cell of changed) {
    const marked = marks.get(cellId(cell)) ?? [];
    if (cell.head >= 0 && marked.length === 0) continue;
    const crossing = cell.head < 0 ? await crossingOf(commit, cell) : null;
    for (const id of new Set([...(crossing ? [crossing.id] : []), ...marked])) {
      await remark(commit, id, cell, crossing?.id === id ? crossing.below : null, now);
    }
  }
}

const pageOfLines = 200;

/** The record since which a cell is negative, in ledger order (day, instant, id), read from the newest back. */
async function crossingOf(
  { trx, organizationId }: Commit,
  cell: Cell,
): Promise<{ readonly id: string; readonly below: BelowZero } | null> {
  let after = cell.head;
  let first: { readonly id: string; readonly below: BelowZero } | null = null;
  for (let offset = 0; ; offset += pageOfLines) {
    const rows = await trx
      .selectFrom('postings')
      .innerJoin('movements', 'movements.id', 'postings.movement_id')
      .select(['postings.movement_id as id', 'movements.created_at', 'postings.date'])
      .select(({ fn }) => fn.sum<number | string>('postings.head').as('head'))
      .where('postings.organization_id', '=', organizationId)
      .where('postings.cell_id', '=', cellId(cell))
      .groupBy(['postings.date', 'movements.created_at', 'postings.movement_id'])
      .orderBy('postings.date', 'desc')
      .orderBy('movements.created_at', 'desc')
      .orderBy('postings.movement_id', 'desc')
      .limit(pageOfLines)
      .offset(offset)
      .execute();
    for (const row of rows) {
      const change = Number(row.head);
      const before = after - change;
      if (change < 0) first = { id: row.id, below: { ...cell, before, change } };
      if (before >= 0 && change < 0) return first;
      after = before;
    }
    if (rows.length < pageOfLines) return first;
  }
}

/** Flagged movements by cell, read once for all cells that a record touches. */
async function marksOf(commit: Commit): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await markedMovements(commit);
  const marks = new Map<string, string[]>();
  for (const { id, review } of rows)
    for (const cell of cellsOf(review)) marks.set(cellId(cell), [...(marks.get(cellId(cell)) ?? []), id]);
  return marks;
}

const cellsOf = (review: string | null): BelowZero[] =>
  ((review ? (JSON.parse(review) as Review).cells : undefined) ?? []).map((cell) => ({
    lot: cell.lot_id,
    rodeo: cell.rodeo_id,
    category: cell.category_id,
    head: cell.head,
    before: cell.before ?? 0,
    change: cell.change ?? cell.head,
  }));

async function remark(
  commit: Commit,
  movementId: string,
  cell: Cell,
  found: BelowZero | null,
  now: number,
): Promise<void> {
  const row = await commit.trx
    .selectFrom('movements')
    .select(['id', 'review'])
    .where('id', '=', movementId)
    .executeTakeFirst();
  if (!row) return;
  const others = cellsOf(row.review).filter((one) => cellId(one) !== cellId(cell));
  const below = found ? [...others, found] : others;
  await writeReview(commit, row, withCells(reviewIn(row.review), below), now);
}

function withCells(review: Review, cells: readonly BelowZero[]): Review {
  const reasons = review.reasons.filter((reason) => reason !== 'negative_cell');
  const rest = without(review, 'cells');
  if (cells.length === 0) return { ...rest, reasons };
  return {
    ...rest,
    reasons: ['negative_cell', ...reasons],
    cells: cells.map(({ lot, rodeo, category, head, before, change }) => ({
      lot_id: lot,
      rodeo_id: rodeo,
      category_id: category,
      head,
      before,
      change,
    })),
  };
}
