import { useLiveQuery, useObservable } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Farm, FarmViews, SyncStatus } from '#sync/farm.ts';
import { answersTo } from './answers.ts';

const FarmContext = createContext<Farm | null>(null);

/** Gives the farm that is open on this device to the screens below. */
export const FarmProvider = ({ farm, children }: { readonly farm: Farm; readonly children: ReactNode }) => (
  <FarmContext value={farm}>{children}</FarmContext>
);

/** The farm whose screens these are. Throws outside of the private screens. */
export function useFarm(): Farm {
  const farm = useContext(FarmContext);
  if (!farm) throw new Error('No farm is open here');
  return farm;
}

/** What the chip says, as it changes. */
export function useFarmStatus(): SyncStatus {
  const farm = useFarm();
  return useSyncExternalStore(farm.onStatus, farm.status);
}

/**
 * A question to the farm, asked again whenever its rows change, in whatever tab; undefined until the first answer. During a first load that is
 * when all rows that it reads have come: nothing is counted, and nothing called missing, on half a book.
 */
export function useLive<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useObservable(() => answersTo(farm, ask, 'live'), [farm, ...deps]);
}

const hasNoSignal = ({ reach }: SyncStatus): boolean => reach === 'unreachable';

/** What a form offers: without signal what has come of it, for a first load that was cut short must not keep anybody from recording. */
export function useLiveForForm<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useObservable(() => answersTo(farm, ask, 'live', hasNoSignal), [farm, ...deps]);
}

/**
 * An answer that is dear to make (a year of the herd, a season of treatments): asked again only once changes have come to rest. A live one
 * would be made anew at every save and at every step of a sending, and hold up the saves themselves.
 */
export function useCalm<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useObservable(() => answersTo(farm, ask, 'calm'), [farm, ...deps]);
}

/** What is being typed, under its key: drafts change at every letter, and only who shows them asks again then. */
export function useDraftOf(key: string): Readonly<Record<string, unknown>> | null | undefined {
  const farm = useFarm();
  return useLiveQuery(() => farm.views.draft(key), [farm, key]);
}
