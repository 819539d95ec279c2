import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Farm, FarmViews, SyncStatus } from '../sync/farm.ts';

const FarmContext = createContext<Farm | null>(null);

/** Puts the selected farm within reach of every screen. */
export const FarmProvider = ({ farm, children }: { readonly farm: Farm; readonly children: ReactNode }) => (
  <FarmContext value={farm}>{children}</FarmContext>
);

/** The selected farm. Throws where no farm is selected: those screens do not ask. */
export function useFarm(): Farm {
  const farm = useContext(FarmContext);
  if (!farm) throw new Error('useFarm outside FarmProvider');
  return farm;
}

/** What the chip may say now. */
export function useFarmStatus(): SyncStatus {
  const farm = useFarm();
  return useSyncExternalStore(farm.onStatus, farm.status);
}

/** An answer from this device that follows every change; undefined until the first one is there. */
export function useLive<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useLiveQuery(() => ask(farm.views), [farm, ...deps]);
}
