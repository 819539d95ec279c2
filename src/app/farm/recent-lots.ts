import type { Habits } from '#sync/farm.ts';

/** A lot's rank among those last recorded in here; the others follow, equal. */
export const recency =
  ({ recentLotIds }: Pick<Habits, 'recentLotIds'>) =>
  (lotId: string): number =>
    recentLotIds.includes(lotId) ? recentLotIds.indexOf(lotId) : recentLotIds.length;
