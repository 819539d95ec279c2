import { cellId, type Posting } from '../../../domain/movements/ledger.ts';
import type { Review } from '../../../domain/movements/movement.ts';
import type { Commit } from '../../kernel/call.ts';
import { type WholeMove, wholeMovesOf } from './looked-at.ts';
import { reviewIn, writeReview } from './review-mark.ts';
import { without } from '../../rows/stored.ts';

type Left = NonNullable<Review['left']>;

/**
 * Keeps the flag 'A revisar' on moves of a whole rodeo that left some behind (domain.md §3.3, TRANSFER_RODEO), since
 * another phone's records may come later. Checks the moves these postings touch from `since` on, and flagged ones at
 * any change of their rodeo.
 */
export async function markLeftBehind(
  commit: Commit,
  lines: readonly Posting[],
  since: string,
  now: number,
): Promise<void> {
  const moves: WholeMove[] = [];
  for (const rodeo of new Set(lines.flatMap((line) => line.rodeo ?? []))) {
    const ofRodeo = await wholeMovesOf(commit, rodeo);
    moves.push(...ofRodeo.filter(({ date, review }) => date >= since || review !== null));
  }
  for (const move of moves) await remark(commit, move, move.deleted === 1 ? [] : await leftBy(commit, move), now);
}

/** What stood at the origin at the end of that day and still does. */
async function leftBy(
  { trx, organizationId }: Commit,
  { date, lot_id: lot, rodeo_id: rodeo }: WholeMove,
): Promise<Left> {
  const cells = await trx
    .selectFrom('cells')
    .select(['category_id', 'head'])
    .where('organization_id', '=', organizationId)
    .where('lot_id', lot === null ? 'is' : '=', lot)
    .where('rodeo_id', '=', rodeo)
    .where('head', '>', 0)
    .orderBy('category_id')
    .execute();
  const left: { category_id: string; head: number }[] = [];
  for (const { category_id, head } of cells) {
    const book = await trx
      .selectFrom('postings')
      .select((select) => select.fn.sum<number>('head').as('head'))
      .where('organization_id', '=', organizationId)
      .where('cell_id', '=', cellId({ lot, rodeo, category: category_id }))
      .where('date', '<=', date)
      .executeTakeFirst();
    const stayed = Math.min(head, Number(book?.head ?? 0));
    if (stayed > 0) left.push({ category_id, head: stayed });
  }
  return left;
}

async function remark(commit: Commit, move: WholeMove, left: Left, now: number): Promise<void> {
  const before = reviewIn(move.review);
  const others = before.reasons.filter((reason) => reason !== 'left_behind');
  const rest = { ...without(before, 'left'), reasons: others };
  const after: Review = left.length > 0 ? { ...rest, reasons: [...others, 'left_behind'], left } : rest;
  await writeReview(commit, move, after, now);
}
