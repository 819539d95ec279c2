import { byId, fullName, type Movement, reviewQuestion, type ReviewReason } from '#domain';
import { useCategories, useLive, useMay, useMembers, useSession } from '#platform';

/** Words the questions of a review with names, addressing the author himself; null while loading. */
export function useReviewQuestions(movement: Movement): ((reasons: readonly ReviewReason[]) => string) | null {
  const { created_by: authorId, metadata, review } = movement;
  const { state } = useSession();
  const carrierId = metadata.carried_by;
  const duplicateId = review?.possible_duplicate_of;
  const mayReview = useMay('review');
  const categories = useCategories();
  const members = useMembers();
  const duplicate = useLive(
    async (views) => (duplicateId === undefined ? null : await views.movement(duplicateId)),
    [duplicateId],
  );
  if (!categories || !members || duplicate === undefined) return null;
  const nameOf = (id: unknown): string | null => {
    const member = byId(members, id);
    return member ? fullName(member) : null;
  };
  const isReader = (id: unknown): boolean => id !== undefined && id === state.user?.id;
  const facts = {
    categories,
    author: nameOf(authorId),
    carrier: typeof carrierId === 'string' ? (nameOf(carrierId) ?? 'otra persona') : null,
    duplicateAuthor: duplicate?.author ?? null,
    own: {
      isAuthor: isReader(authorId),
      isCarrier: isReader(carrierId),
      isDuplicateAuthor: isReader(duplicate?.movement.created_by),
    },
    mayReview,
  };
  return (reasons) => reviewQuestion(movement, reasons, facts);
}
