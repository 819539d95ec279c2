import type { Updates } from '../../src/app/update/updates.ts';

/** No new version waits. */
export const noUpdates: Updates = {
  isReady: () => false,
  isOffline: () => true,
  isCalledBack: () => false,
  isLooking: () => false,
  subscribe: () => () => undefined,
  apply: () => undefined,
  bring: () => undefined,
};
