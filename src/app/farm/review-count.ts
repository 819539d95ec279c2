import { waitsForAuthor } from '#domain';
import { useLive, useMay, useSession } from '#platform';

/** Beyond it the screen says 'more'. */
export const mostReviews = 200;

/** Records for this person to review, for a hand his own; undefined while loading. */
export function useReviewCount(): number | undefined {
  const { state } = useSession();
  const authorId = useMay('review') ? null : (state.user?.id ?? '');
  return useLive(
    async (views) => {
      if (authorId === null) return (await views.page({ inReview: true }, null, mostReviews)).items.length;
      const own = await views.page({ inReview: true, authorId }, null, mostReviews);
      return own.items.filter((view) => waitsForAuthor(view.movement.review)).length;
    },
    [authorId],
  );
}
