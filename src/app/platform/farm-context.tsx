import { useLiveQuery, useObservable } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Farm, FarmViews, SyncStatus } from '#sync/farm.ts';
import { answersTo } from './answers.ts';

const FarmContext = createContext<Farm | null>(null);

export const FarmProvider = ({ farm, children }: { readonly farm: Farm; readonly children: ReactNode }) => (
  <FarmContext value={farm}>{children}</FarmContext>
);

/** Throws outside of the private screens. */
export function useFarm(): Farm {
  const farm = useContext(FarmContext);
  if (!farm) throw new Error('No farm is open here');
  return farm;
}

/** The sync status, as it changes. */
export function useFarmStatus(): SyncStatus {
  const farm = useFarm();
  return useSyncExternalStore(farm.onStatus, farm.status);
}

/** A live query; undefined until the first answer, which a first load delays until all its rows are here. */
export function useLive<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useObservable(() => answersTo(farm, ask, 'live'), [farm, ...deps]);
}

const hasNoSignal = ({ reach }: SyncStatus): boolean => reach === 'unreachable';

/** For forms: without signal also partial rows of a first load, so that recording goes on. */
export function useLiveForForm<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useObservable(() => answersTo(farm, ask, 'live', hasNoSignal), [farm, ...deps]);
}

/** A costly live query (a year of the herd), asked again once changes rest, so that saves are not held up. */
export function useCalm<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useObservable(() => answersTo(farm, ask, 'calm'), [farm, ...deps]);
}

/** A draft, live: it changes at every letter. */
export function useDraftOf(key: string): Readonly<Record<string, unknown>> | null | undefined {
  const farm = useFarm();
  return useLiveQuery(() => farm.views.draft(key), [farm, key]);
}
