import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Farm } from '../sync/farm.ts';

/** Where the open farm is found: it changes when another organization is selected. */
interface Farms {
  readonly current: () => Farm | null;
  /** What is still here of farms that this person is not on any more. The same value until it changes. */
  readonly left: () => { readonly waiting: number; readonly withError: number };
  readonly subscribe: (listener: () => void) => () => void;
}

const FarmsContext = createContext<Farms | null>(null);

/** Puts the holder of the open farm within reach of the guard. */
export const FarmsProvider = ({ farms, children }: { readonly farms: Farms; readonly children: ReactNode }) => (
  <FarmsContext value={farms}>{children}</FarmsContext>
);

/** How many records are still here of farms that this person is not on any more. */
export function useLeftRecords(): ReturnType<Farms['left']> {
  const farms = useContext(FarmsContext);
  if (!farms) throw new Error('useLeftRecords outside FarmsProvider');
  return useSyncExternalStore(farms.subscribe, farms.left);
}

/** The open farm; null while none is selected or its database is being opened. */
export function useCurrentFarm(): Farm | null {
  const farms = useContext(FarmsContext);
  if (!farms) throw new Error('useCurrentFarm outside FarmsProvider');
  return useSyncExternalStore(farms.subscribe, farms.current);
}
