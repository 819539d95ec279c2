import type { Movement, ReviewReason } from '../../domain/movements/movement.ts';
import { reviewQuestion } from '../../domain/movements/review-words.ts';
import { fullName } from '../../domain/people/names.ts';
import { useLive } from './farm-context.tsx';

/** Asks about a record, reason by reason, in the words that name people and places; null while the phone looks them up. */
export function useReviewQuestions(movement: Movement): ((reason: ReviewReason) => string) | null {
  const { created_by: authorId, metadata, review } = movement;
  const carrierId = metadata['carried_by'];
  const twinId = review?.possible_duplicate_of;
  const categories = useLive((views) => views.categories());
  const members = useLive((views) => views.members());
  const twin = useLive(async (views) => (twinId === undefined ? null : await views.movement(twinId)), [twinId]);
  if (!categories || !members || twin === undefined) return null;
  const nameOf = (id: unknown): string | null => {
    const member = members.find((one) => one.id === id);
    return member ? fullName(member) : null;
  };
  const facts = {
    categories,
    author: nameOf(authorId),
    carrier: typeof carrierId === 'string' ? (nameOf(carrierId) ?? 'otra persona') : null,
    twinAuthor: twin?.author ?? null,
  };
  return (reason) => reviewQuestion(movement, reason, facts);
}
