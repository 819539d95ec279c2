import { cellId, type Posting, type Review, type ReviewReason } from '../../../domain/index.ts';
import { type MovementRow, rowsWhere } from '../../database/tables.ts';
import type { Commit } from '../../kernel/call.ts';
import { findRow, type Scope, setRow, without } from '../../rows/stored.ts';
import { type RawBuilder, sql } from 'kysely';
import { changeRodeo, transfer, transferRodeo } from '../../../domain/movements/kinds/moves.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import { isPostgres } from '../../database/dialect.ts';
import { keeping, remembered } from '../../database/remembered.ts';

/** Why a stored movement needs review; empty if it does not. */
export const reviewIn = (stored: string | null): Review =>
  stored === null ? { reasons: [] } : (JSON.parse(stored) as Review);

/** Sets or clears the flag 'A revisar', if changed. The version stays, as nobody edited it. */
export async function writeReview(
  commit: Commit,
  movement: { readonly id: string; readonly review: string | null },
  review: Review,
  now: number,
): Promise<void> {
  const text = review.reasons.length > 0 ? JSON.stringify(review) : null;
  if (text === movement.review) return;
  await setRow(commit, 'movements', movement.id, {
    review: text,
    updated_at: new Date(now).toISOString(),
  });
  commit.touch('movements', movement.id);
}

/** Rewrites the review of a movement, if it is there. */
export async function remark(
  commit: Commit,
  id: string,
  now: number,
  change: (review: Review) => Review,
): Promise<void> {
  const row = await findRow(commit, 'movements', id);
  if (row) await writeReview(commit, row, change(reviewIn(row.review)), now);
}

/** A review with a reason and its details; without both where there are none. */
export function withDetail<K extends 'cells' | 'stock'>(
  review: Review,
  reason: ReviewReason,
  name: K,
  details: NonNullable<Review[K]>,
): Review {
  const rest = { ...without(review, name), reasons: review.reasons.filter((one) => one !== reason) };
  return details.length === 0 ? rest : { ...rest, reasons: [reason, ...rest.reasons], [name]: details };
}

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
  const whole: WholeMove[] = [];
  for (const rodeo of new Set(lines.flatMap((line) => line.rodeo ?? []))) {
    const ofRodeo = await wholeMovesOf(commit, rodeo);
    whole.push(...ofRodeo.filter(({ date, review }) => date >= since || review !== null));
  }
  for (const move of whole) await remarkLeft(commit, move, move.deleted === 1 ? [] : await leftBy(commit, move), now);
}

/** Kinds that bring animals of the farm back. */
const moves = [transfer.type, transferRodeo.type, changeRodeo.type];

/** What stood at the origin at the end of that day and still does; what was moved there later that day came after it. */
async function leftBy(
  { trx, organizationId }: Commit,
  { date, created_at: at, lot_id: lot, rodeo_id: rodeo }: WholeMove,
): Promise<Left> {
  const cells = await rowsWhere(trx, 'cells', { organization_id: organizationId })
    .select(['category_id', 'head'])
    .where('rodeo_id', '=', rodeo)
    .where('lot_id', lot === null ? 'is' : '=', lot)
    .where('head', '>', 0)
    .orderBy('category_id')
    .execute();
  const later = rowsWhere(trx, 'movements', { organization_id: organizationId, date })
    .select('id')
    .where('type', 'in', moves)
    .where('created_at', '>', at);
  const left: { category_id: string; head: number }[] = [];
  for (const { category_id, head } of cells) {
    const book = await rowsWhere(trx, 'postings', {
      organization_id: organizationId,
      cell_id: cellId({ lot, rodeo, category: category_id }),
    })
      .select((select) => select.fn.sum<number>('head').as('head'))
      .where('date', '<=', date)
      .where('movement_id', 'not in', later)
      .executeTakeFirst();
    const stayed = Math.min(head, Number(book?.head ?? 0));
    if (stayed > 0) left.push({ category_id, head: stayed });
  }
  return left;
}

async function remarkLeft(commit: Commit, move: WholeMove, left: Left, now: number): Promise<void> {
  const before = reviewIn(move.review);
  const others = before.reasons.filter((reason) => reason !== 'left_behind');
  const rest = { ...without(before, 'left'), reasons: others };
  const after: Review = left.length > 0 ? { ...rest, reasons: [...others, 'left_behind'], left } : rest;
  await writeReview(commit, move, after, now);
}

/** Literal, since the partial index `counts_of_lot` does not match a bound value. */
export const isOfCounts = (): RawBuilder<boolean> => sql<boolean>`type = ${sql.lit(count.type)}`;

const [counts, marks, wholeMoves] = ['counts', 'marks', 'whole moves'];

/** The day of each lot's last count; most records come after it. */
export const lastCounts = ({ trx, organizationId }: Scope): Promise<ReadonlyMap<string, string>> =>
  remembered(trx, `${counts} ${organizationId}`, ['movements'], async () => {
    const rows = await rowsWhere(trx, 'movements', { organization_id: organizationId, deleted: 0, was: null })
      .select((select) => ['lot_id', select.fn.max('date').as('last')])
      .where('lot_id', 'is not', null)
      .where(isOfCounts())
      .groupBy('lot_id')
      .execute();
    return new Map(rows.map(({ lot_id, last }) => [lot_id ?? '', last]));
  });

/**
 * The few movements flagged for negative cells. The order forces SQLite onto the index of those in review; else it
 * picks another and reads all.
 */
export const markedMovements = ({
  trx,
  organizationId,
}: Scope): Promise<readonly Pick<MovementRow, 'id' | 'date' | 'review'>[]> =>
  remembered(trx, `${marks} ${organizationId}`, ['movements'], () =>
    rowsWhere(trx, 'movements', { organization_id: organizationId })
      .select(['id', 'date', 'review'])
      .where('review', 'is not', null)
      .where('review', 'like', '%"cells"%')
      .$if(!isPostgres(trx), (query) => query.orderBy(sql`rowid`))
      .execute(),
  );

/** Deleted ones too. */
type WholeMove = Pick<MovementRow, 'id' | 'date' | 'created_at' | 'lot_id' | 'rodeo_id' | 'review' | 'deleted'>;

/**
 * The moves of a whole rodeo. `coalesce` keeps the rodeo's index from being used: moves are few, but most records name
 * a rodeo.
 */
const wholeMovesOf = ({ trx, organizationId }: Scope, rodeo: string): Promise<readonly WholeMove[]> =>
  remembered(trx, `${wholeMoves} ${rodeo}`, ['movements'], () =>
    rowsWhere(trx, 'movements', { organization_id: organizationId, type: transferRodeo.type })
      .select(['id', 'date', 'created_at', 'lot_id', 'rodeo_id', 'review', 'deleted'])
      .where((where) => where.fn.coalesce('rodeo_id', where.val('')), '=', rodeo)
      .where('payload', 'like', '%"whole":true%')
      .execute(),
  );

/** Inserts a movement, keeping what is remembered of other types. False: its id is taken, in this farm or another. */
export const insertMovement = ({ trx }: Scope, row: MovementRow): Promise<boolean> =>
  keeping(
    trx,
    (name) =>
      (name.startsWith(`${counts} `) && row.type !== count.type) ||
      (name.startsWith(`${marks} `) && row.review === null) ||
      (name.startsWith(`${wholeMoves} `) && row.type !== transferRodeo.type),
    async () => {
      const insert = trx.insertInto('movements').values(row);
      const { numInsertedOrUpdatedRows: made } = await insert
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return made === 1n;
    },
  );
