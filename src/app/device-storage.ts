import { clock } from './device.ts';
import type { StorageTold } from './features/shell/storage-context.tsx';
import type { LossPorts } from './session/lost.ts';
import type { Session } from './session/session.ts';
import { openSelection } from './session/selection.ts';
import { openVault, type Vault } from './session/vault.ts';
import { openAuthStore } from './store/auth-store.ts';
import { type EvictionWatch, watchEviction } from './store/eviction.ts';
import { forgivingKeys } from './store/keys.ts';
import { type StorageWatch, watchStorage } from './store/storage-watch.ts';
import { type FarmStore, StorageFailure } from './store/store.ts';

/** The device's storage, and everything that can happen to it. */
export interface DeviceStorage {
  readonly watch: StorageWatch;
  readonly eviction: EvictionWatch;
  /** Not part of the first load: the page before the log-in does without it. */
  readonly openStore: (userId: string) => Promise<FarmStore>;
  readonly handOver: LossPorts['handOver'];
  /** Runs what needs the disk; where that does not open, the person is told, and null is given. */
  readonly opened: <T>(task: () => Promise<T>) => Promise<T | null>;
  /** Its news for the screens, and the word that the person has read them. */
  readonly toldTo: (session: Session) => StorageTold;
}

/** The session on this device, and what of it is this tab's own. */
export function openSessionVault(newMark: () => string): Vault {
  const keys = forgivingKeys(localStorage);
  return openVault(openAuthStore(), keys, openSelection(keys, forgivingKeys(sessionStorage), newMark));
}

/** Opens nothing yet: each database opens when it is first asked. */
export function deviceStorage(): DeviceStorage {
  const watch = watchStorage();
  const eviction = watchEviction(forgivingKeys(localStorage));
  const openStore: DeviceStorage['openStore'] = async (userId) => {
    const { openDeviceStore } = await import('./store/open.ts');
    return openDeviceStore(userId, watch);
  };
  return {
    watch,
    eviction,
    openStore,
    handOver: async (userId, say) => {
      const [store, { emptyLostPhone }] = await Promise.all([openStore(userId), import('./sync/lost-phone.ts')]);
      try {
        return await emptyLostPhone({ store, say, userId, clock });
      } finally {
        store.close();
      }
    },
    opened: async (task) => {
      try {
        return await task();
      } catch (thrown) {
        if (!(thrown instanceof StorageFailure)) throw thrown;
        watch.note({ isShut: true });
        return null;
      }
    },
    toldTo: (session) => ({
      ...watch,
      onTold: () => {
        eviction.onTold(session.state().user?.id ?? '');
        watch.note({ erased: null, restored: null, isFull: false });
      },
    }),
  };
}
