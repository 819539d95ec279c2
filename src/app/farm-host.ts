import type { Session } from './session/session.ts';
import type { FarmStore } from './store/store.ts';
import type { Farm } from './sync/farm.ts';
import type { FarmPorts } from './sync/engine.ts';

interface HostPorts {
  readonly session: Session;
  readonly openStore: (userId: string) => FarmStore;
  readonly openFarm: (ports: FarmPorts, organizationId: string, userId: string) => Farm;
  readonly farmPorts: Omit<FarmPorts, 'store' | 'deviceId'>;
  readonly newId: () => string;
}

/** Holds the one farm that is open: the selected organization of the person who is signed in. */
export interface FarmHost {
  readonly current: () => Farm | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Follows the session: another person opens another database, another organization another farm of the same one. */
export function createFarmHost(ports: HostPorts): FarmHost {
  const listeners = new Set<() => void>();
  let opened: {
    readonly key: string;
    readonly farm: Farm | null;
    readonly store: FarmStore;
    readonly userId: string;
  } | null = null;

  const follow = async (): Promise<void> => {
    const { user, selectedId } = ports.session.state();
    const key = user && selectedId ? `${user.id} ${selectedId}` : null;
    if (key === (opened?.key ?? null)) return;
    const before = opened;
    opened = null;
    for (const listener of listeners) listener();
    before?.farm?.stop();
    if (before && before.userId !== user?.id) before.store.close();
    if (!key || !user || !selectedId || isOpenFor(key)) return;
    const store = before?.userId === user.id ? before.store : ports.openStore(user.id);
    opened = { key, farm: null, store, userId: user.id };
    const deviceId = await store.keepOnce('deviceId', ports.newId());
    // The session may have moved on while the disk answered.
    if (opened?.key !== key) return;
    const farm = ports.openFarm({ ...ports.farmPorts, store, deviceId }, selectedId, user.id);
    opened = { key, farm, store, userId: user.id };
    farm.start();
    for (const listener of listeners) listener();
  };
  const isOpenFor = (key: string): boolean => opened?.key === key;

  ports.session.subscribe(() => void follow());
  return {
    current: () => opened?.farm ?? null,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
