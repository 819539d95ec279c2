import { useLive } from './farm-context.tsx';

/** Marks that are counted one by one; beyond it the screen says that there are more. */
export const mostReviews = 200;

/** How many records wait for the office's look; undefined while the disk is asked. */
export const useReviewCount = (): number | undefined =>
  useLive(async (views) => (await views.page({ inReview: true }, null, mostReviews)).items.length);
