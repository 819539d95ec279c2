import { waitsForAuthor } from '#domain';
import { useLive, useMay, useSession } from '#platform';

/** Marks that are counted one by one; beyond it the screen says that there are more. */
export const mostReviews = 200;

/** How many records wait for this person's look, for a hand his own; undefined while the disk is asked. */
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
