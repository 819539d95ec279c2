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
 * A question to the farm, asked again when its rows change; undefined until the first answer, which during a first load waits for all rows
 * that it reads.
 */
export function useLive<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useObservable(() => answersTo(farm, ask, 'live'), [farm, ...deps]);
}

const hasNoSignal = ({ reach }: SyncStatus): boolean => reach === 'unreachable';

/** What a form offers: without signal also what a cut-off first load has brought, so that recording goes on. */
export function useLiveForForm<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useObservable(() => answersTo(farm, ask, 'live', hasNoSignal), [farm, ...deps]);
}

/** A costly answer (a year of the herd): asked again only once changes have come to rest, so that saves are not held up. */
export function useCalm<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useObservable(() => answersTo(farm, ask, 'calm'), [farm, ...deps]);
}

/** What is being typed, under its key: drafts change at every letter, and only who shows them asks again then. */
export function useDraftOf(key: string): Readonly<Record<string, unknown>> | null | undefined {
  const farm = useFarm();
  return useLiveQuery(() => farm.views.draft(key), [farm, key]);
}
