import type { Habits } from '#sync/farm.ts';

/** Where a lot stands among those that this device has recorded in, the newest first; all others come after them, alike. */
export const recency =
  ({ recentLotIds }: Pick<Habits, 'recentLotIds'>) =>
  (lotId: string): number =>
    recentLotIds.includes(lotId) ? recentLotIds.indexOf(lotId) : recentLotIds.length;
