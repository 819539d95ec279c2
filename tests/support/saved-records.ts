import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { FakeFarm } from './fake-farm.tsx';

/** What a form has handed over to be saved, drafts aside. */
export const saves = (farm: FakeFarm): unknown[] =>
  farm.done.filter(([name]) => name !== 'saveDraft').map(([, , body]) => body);

/** The first of it, once it is there. */
export const saved = async (farm: FakeFarm): Promise<unknown> => {
  await waitFor(() => expect(saves(farm)).not.toEqual([]));
  return saves(farm)[0];
};

/** Somebody who recorded a kind often, in one lot. */
export const habitsOf = (movementType: string, lotId: string) => ({
  byType: { [movementType]: { count: 9, lotId, categoryIds: [] } },
  recentLotIds: [lotId],
});
