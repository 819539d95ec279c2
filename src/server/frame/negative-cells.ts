import { type Cell, cellId } from '../../domain/movements/ledger.ts';
import type { Review } from '../../domain/movements/movement.ts';
import type { Commit } from './call.ts';
import { reviewIn, writeReview } from './review-mark.ts';
import { without } from './stored.ts';

/**
 * Keeps the mark 'A revisar' for cells below zero where it belongs (domain.md §3.0): on the movements that touch such a cell while it
 * stands below zero, and gone by itself in the commit that brings it back.
 */
export async function markNegativeCells(commit: Commit, changed: readonly Cell[], now: number): Promise<void> {
  for (const cell of changed) {
    const marked = await markedWith(commit, cell);
    if (cell.head >= 0 && marked.length === 0) continue;
    const rows = await commit.trx
      .selectFrom('postings')
      .select('movement_id')
      .distinct()
      .where('organization_id', '=', commit.organizationId)
      .where('cell_id', '=', cellId(cell))
      .execute();
    const touching = new Set(rows.map((row) => row.movement_id));
    for (const id of new Set([...touching, ...marked])) await remark(commit, id, cell, touching.has(id), now);
  }
}

/** Movements that carry the mark of this cell. Few are in review at any time, and those have an index of their own. */
async function markedWith({ trx, organizationId }: Commit, cell: Cell): Promise<string[]> {
  const rows = await trx
    .selectFrom('movements')
    .select(['id', 'review'])
    .where('organization_id', '=', organizationId)
    .where('review', 'is not', null)
    .execute();
  return rows.filter((row) => cellsOf(row.review).some((one) => cellId(one) === cellId(cell))).map((row) => row.id);
}

const cellsOf = (review: string | null): Cell[] =>
  ((review ? (JSON.parse(review) as Review).cells : undefined) ?? []).map((cell) => ({
    lot: cell.lot_id,
    rodeo: cell.rodeo_id,
    category: cell.category_id,
    head: cell.head,
  }));

async function remark(commit: Commit, movementId: string, cell: Cell, touches: boolean, now: number): Promise<void> {
  const row = await commit.trx
    .selectFrom('movements')
    .select(['id', 'review'])
    .where('id', '=', movementId)
    .executeTakeFirst();
  if (!row) return;
  const others = cellsOf(row.review).filter((one) => cellId(one) !== cellId(cell));
  const below = cell.head < 0 && touches ? [...others, cell] : others;
  await writeReview(commit, row, withCells(reviewIn(row.review), below), now);
}

function withCells(review: Review, cells: readonly Cell[]): Review {
  const reasons = review.reasons.filter((reason) => reason !== 'negative_cell');
  const rest = without(review, 'cells');
  if (cells.length === 0) return { ...rest, reasons };
  return {
    ...rest,
    reasons: ['negative_cell', ...reasons],
    cells: cells.map(({ lot, rodeo, category, head }) => ({
      lot_id: lot,
      rodeo_id: rodeo,
      category_id: category,
      head,
    })),
  };
}
