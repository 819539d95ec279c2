import type { Session } from './session/session.ts';
import type { DeviceStorage } from './device-storage.ts';
import type { FarmStore } from './store/store.ts';
import type { Farm } from './sync/farm.ts';
import type { FarmPorts } from './sync/engine.ts';

interface HostPorts {
  readonly session: Session;
  /** The engine is not part of the first load: the page before the log-in does without it. */
  readonly loadEngine: () => Promise<{
    readonly openFarm: (ports: FarmPorts, organizationId: string, userId: string) => Farm;
  }>;
  readonly farmPorts: Omit<FarmPorts, 'store' | 'deviceId'>;
  readonly newId: () => string;
  readonly storage: Pick<DeviceStorage, 'openStore' | 'opened' | 'eviction' | 'watch'>;
}

/** Holds the one farm that is open: the selected organization of the person who is signed in. */
export interface FarmHost {
  readonly current: () => Farm | null;
  readonly subscribe: (listener: () => void) => () => void;
}

const unsentOn = (farm: Farm): number => farm.status().waiting + farm.status().withError;

/** Follows the session: another person opens another database, another organization another farm of the same one. */
export function createFarmHost(ports: HostPorts): FarmHost {
  const { openStore, opened: whereOpen, eviction, watch } = ports.storage;
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
    const store = before?.userId === user.id ? before.store : openStore(user.id);
    opened = { key, farm: null, store, userId: user.id };
    const [deviceId, engine] = await Promise.all([
      whereOpen(() => store.keepOnce('deviceId', ports.newId())),
      ports.loadEngine(),
    ]);
    // The session may have moved on while the disk answered.
    if (deviceId === null || opened?.key !== key) return;
    watch.note({ erased: eviction.onOpen(user.id, deviceId) });
    const farm = engine.openFarm({ ...ports.farmPorts, store, deviceId }, selectedId, user.id);
    opened = { key, farm, store, userId: user.id };
    farm.onStatus(() => eviction.onUnsent(user.id, selectedId, unsentOn(farm)));
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
