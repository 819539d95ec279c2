import type { Review } from '../../../domain/movements/movement.ts';
import { fromThousandths } from '../../../domain/supplies/stock.ts';
import type { Commit } from '../../kernel/call.ts';
import { reviewIn, writeReview } from './review-mark.ts';
import { without } from '../../rows/stored.ts';

/**
 * Keeps the flag 'A revisar' on records that used more than the stock (domain.md §2.5), until the missing intake comes.
 */
export async function markNegativeStock(commit: Commit, assetIds: readonly string[], now: number): Promise<void> {
  for (const assetId of assetIds) {
    const { missing, takers } = await shortOf(commit, assetId);
    const marked = await markedWith(commit, assetId);
    for (const id of new Set([...takers, ...marked])) {
      await remark(commit, id, assetId, takers.has(id) ? missing : 0, now);
    }
  }
}

/** What an item lacks, and the movements that took of it since it is short. */
async function shortOf(
  { trx, organizationId }: Commit,
  assetId: string,
): Promise<{ readonly missing: number; readonly takers: ReadonlySet<string> }> {
  const lines = await trx
    .selectFrom('asset_entries')
    .select(['movement_id', 'date', 'thousandths'])
    .where('organization_id', '=', organizationId)
    .where('asset_id', '=', assetId)
    .orderBy('date')
    .execute();
  const total = lines.reduce((sum, line) => sum + line.thousandths, 0);
  if (total >= 0) return { missing: 0, takers: new Set() };
  let sum = 0;
  let lastEnough = '';
  for (const [index, line] of lines.entries()) {
    sum += line.thousandths;
    if (sum >= 0 && lines[index + 1]?.date !== line.date) lastEnough = line.date;
  }
  const takers = lines.filter((line) => line.thousandths < 0 && line.date > lastEnough).map((line) => line.movement_id);
  return { missing: fromThousandths(-total), takers: new Set(takers) };
}

/** Movements flagged for this item. Few are in review, and those have an index. */
async function markedWith({ trx, organizationId }: Commit, assetId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('movements')
    .select(['id', 'review'])
    .where('organization_id', '=', organizationId)
    .where('review', 'is not', null)
    .execute();
  return rows.filter((row) => stockOf(row.review).some((one) => one.asset_id === assetId)).map((row) => row.id);
}

const stockOf = (text: string | null): NonNullable<Review['stock']> => reviewIn(text).stock ?? [];

async function remark(
  commit: Commit,
  movementId: string,
  assetId: string,
  missing: number,
  now: number,
): Promise<void> {
  const row = await commit.trx
    .selectFrom('movements')
    .select(['id', 'review'])
    .where('id', '=', movementId)
    .executeTakeFirst();
  if (!row) return;
  const others = stockOf(row.review).filter((one) => one.asset_id !== assetId);
  const below = missing > 0 ? [...others, { asset_id: assetId, missing }] : others;
  await writeReview(commit, row, withStock(reviewIn(row.review), below), now);
}

function withStock(review: Review, stock: NonNullable<Review['stock']>): Review {
  const reasons = review.reasons.filter((reason) => reason !== 'negative_stock');
  const rest = without(review, 'stock');
  if (stock.length === 0) return { ...rest, reasons };
  return { ...rest, reasons: ['negative_stock', ...reasons], stock };
}
