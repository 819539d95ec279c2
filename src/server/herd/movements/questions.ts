import type { Review, ReviewReason } from '../../../domain/movements/movement.ts';
import type { MovementRow } from '../../database/tables.ts';
import type { Call } from '../../kernel/call.ts';
import { without } from '../../rows/stored.ts';
import type { Ready } from './prepared.ts';

/** What a record leaves open, whoever sends it (domain.md §3.0). */
export function reasonsIn({ namesGone, unresolved, doubts, unseen }: Ready): readonly ReviewReason[] {
  return [
    ...(namesGone ? (['missing_reference'] as const) : []),
    ...(unresolved.length > 0 ? (['place_unsaid'] as const) : []),
    ...(doubts.length > 0 ? (['doubt'] as const) : []),
    ...(Object.keys(unseen).length > 0 ? (['price'] as const) : []),
  ];
}

/** The place fields still to be given. */
export const unsaidIn = ({ unresolved }: Pick<Ready, 'unresolved'>): Pick<Review, 'unsaid'> =>
  unresolved.length > 0 ? { unsaid: unresolved } : {};

/** An edit gives places and lines anew, so these reasons are judged anew. */
const askedAnew: ReadonlySet<ReviewReason> = new Set(['missing_reference', 'place_unsaid', 'doubt', 'withdrawal']);

/** The row's review with these reasons added. */
export function marked(
  call: Call,
  row: MovementRow,
  reasons: readonly ReviewReason[],
  unsaid: Pick<Review, 'unsaid'> = {},
): { review: string | null; updated_at: string } {
  const review = row.review ? (JSON.parse(row.review) as Review) : { reasons: [] };
  const left = review.reasons.filter((reason) => !askedAnew.has(reason));
  const all = [...new Set([...left, ...reasons])];
  return {
    review: all.length > 0 ? JSON.stringify({ ...without(review, 'unsaid'), reasons: all, ...unsaid }) : null,
    updated_at: new Date(call.now).toISOString(),
  };
}
