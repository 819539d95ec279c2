import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Farm } from '#sync/farm.ts';

/** Unsent records of a farm this person left. */
export interface LeftFarm {
  readonly organizationId: string;
  readonly waiting: number;
  readonly withError: number;
  /** Opens those records; null if sealed and the server is unreachable. */
  readonly see: () => Promise<Farm | null>;
  readonly unsee: () => void;
}

interface Farms {
  readonly current: () => Farm | null;
  /** `farms`: ones this person left; `elsewhere`: unsent records of all farms not open. The same object until it changes. */
  readonly left: () => { readonly farms: readonly LeftFarm[]; readonly elsewhere: number };
  readonly subscribe: (listener: () => void) => () => void;
}

export const FarmsContext = createContext<Farms | null>(null);

/** Unsent records of farms that are not open. */
export function useLeftRecords(): ReturnType<Farms['left']> {
  const farms = useContext(FarmsContext);
  if (!farms) throw new Error('useLeftRecords outside FarmsContext');
  return useSyncExternalStore(farms.subscribe, farms.left);
}

/** The open farm; null while none is selected or its database opens. */
export function useCurrentFarm(): Farm | null {
  const farms = useContext(FarmsContext);
  if (!farms) throw new Error('useCurrentFarm outside FarmsContext');
  return useSyncExternalStore(farms.subscribe, farms.current);
}

const deaf = (): (() => void) => () => undefined;

/** This person's unsent records here, of all his farms: shown before he logs out. */
export function useUnsent(): number {
  const farm = useCurrentFarm();
  const { elsewhere } = useLeftRecords();
  const here = useSyncExternalStore(farm?.onStatus ?? deaf, () => {
    const status = farm?.status();
    return status ? status.waiting + status.withError : 0;
  });
  return here + elsewhere;
}
