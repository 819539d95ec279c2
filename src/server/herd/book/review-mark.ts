import type { Review } from '../../../domain/movements/movement.ts';
import type { Commit } from '../../kernel/call.ts';

/** Why a stored movement needs review; empty if it does not. */
export const reviewIn = (stored: string | null): Review =>
  stored === null ? { reasons: [] } : (JSON.parse(stored) as Review);

/** Sets or clears the flag 'A revisar', if changed. The version stays, as nobody edited it. */
export async function writeReview(
  { trx, touch }: Pick<Commit, 'trx' | 'touch'>,
  movement: { readonly id: string; readonly review: string | null },
  review: Review,
  now: number,
): Promise<void> {
  const text = review.reasons.length > 0 ? JSON.stringify(review) : null;
  if (text === movement.review) return;
  await trx
    .updateTable('movements')
    .set({ review: text, updated_at: new Date(now).toISOString() })
    .where('id', '=', movement.id)
    .execute();
  touch('movements', movement.id);
}
