import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Farm } from '#sync/farm.ts';

/** What is left of a farm that this person is not on any more: still to be sent, and not taken by its server. */
export interface LeftFarm {
  readonly organizationId: string;
  readonly waiting: number;
  readonly withError: number;
  /** Opens those records; null where they are sealed and the server was not reached. */
  readonly see: () => Promise<Farm | null>;
  readonly unsee: () => void;
}

/** Where the open farm is found: it changes when another organization is selected. */
interface Farms {
  readonly current: () => Farm | null;
  /**
   * `farms`: what is here of farms whose team this person left; `elsewhere`: how much waits of all farms not open. The same value until it
   * changes.
   */
  readonly left: () => { readonly farms: readonly LeftFarm[]; readonly elsewhere: number };
  readonly subscribe: (listener: () => void) => () => void;
}

const FarmsContext = createContext<Farms | null>(null);

/** Puts the holder of the open farm within reach of the guard. */
export const FarmsProvider = ({ farms, children }: { readonly farms: Farms; readonly children: ReactNode }) => (
  <FarmsContext value={farms}>{children}</FarmsContext>
);

/** What is still here of farms that are not open, and of those that this person is not on any more. */
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

const deaf = (): (() => void) => () => undefined;

/** Records of this person on this phone that no server has, of whichever of his farms: what he has to know of before he goes. */
export function useUnsent(): number {
  const farm = useCurrentFarm();
  const { elsewhere } = useLeftRecords();
  const here = useSyncExternalStore(farm?.onStatus ?? deaf, () => {
    const status = farm?.status();
    return status ? status.waiting + status.withError : 0;
  });
  return here + elsewhere;
}
