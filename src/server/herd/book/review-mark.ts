import type { Review } from '../../../domain/movements/movement.ts';
import type { Commit } from '../../kernel/call.ts';

/** What a stored movement is to be looked at for; no reason where it carries no mark. */
export const reviewIn = (stored: string | null): Review =>
  stored === null ? { reasons: [] } : (JSON.parse(stored) as Review);

/**
 * Writes the mark 'A revisar' of a movement, or takes it off where no reason is left. Its version stays: nobody changed it. One that says
 * the same already is left alone. `now`: the instant of the call.
 */
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
