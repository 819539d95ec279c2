import { clock } from './device.ts';
import type { StorageStatus } from './features/shell/storage-context.tsx';
import { openDepartures } from './session/departures.ts';
import type { LossPorts } from './session/lost.ts';
import type { Session } from './session/session.ts';
import { openSelection, openVault, type Vault } from './session/vault.ts';
import { cookieMarks, type EvictionWatch, watchEviction } from './store/eviction.ts';
import { forgivingKeys } from './store/keys.ts';
import { type StorageWatch, watchStorage } from './store/storage-watch.ts';
import { ClosedFailure, type FarmStore, StorageFailure } from './store/store.ts';

export interface DeviceStorage {
  readonly watch: StorageWatch;
  readonly eviction: EvictionWatch;
  /** Loaded after the first page, which needs no farm. */
  readonly openStore: (userId: string) => Promise<FarmStore>;
  readonly departures: ReturnType<typeof openDepartures>;
  readonly forgetTab: () => void;
  readonly handOver: LossPorts['handOver'];
  /** Runs what needs the disk; if it does not open, reports it and gives null. */
  readonly opened: <T>(task: () => Promise<T>) => Promise<T | null>;
  readonly statusFor: (session: Session) => StorageStatus;
}

/** Opens the session of this device, with this tab's own selection. The database library is not part of the first load (decision 51). */
export function openSessionVault(newMark: () => string): Vault {
  const keys = forgivingKeys(localStorage);
  const openStore = async () => (await import('./store/auth-store.ts')).openAuthStore();
  return openVault(openStore, keys, openSelection(keys, forgivingKeys(sessionStorage), newMark));
}

/** Each database opens when first asked. */
export function deviceStorage(): DeviceStorage {
  const watch = watchStorage();
  const marks = cookieMarks(document, location.protocol === 'https:');
  const eviction = watchEviction(forgivingKeys(localStorage), marks, () => Object.keys(localStorage));
  const openStore: DeviceStorage['openStore'] = async (userId) => {
    const { openDeviceStore } = await import('./store/open.ts');
    return openDeviceStore(userId, watch);
  };
  return {
    watch,
    eviction,
    openStore,
    departures: openDepartures(forgivingKeys(localStorage)),
    forgetTab: () => sessionStorage.clear(),
    handOver: async (userId, say) => {
      const [store, { emptyLostPhone }] = await Promise.all([openStore(userId), import('./sync/device/lost-phone.ts')]);
      try {
        const end = await emptyLostPhone({ store, say, userId, clock });
        if (end.is === 'emptied') eviction.onEmptied(userId, end.left);
        return end;
      } finally {
        store.close();
      }
    },
    opened: async (task) => {
      try {
        return await task();
      } catch (thrown) {
        if (!(thrown instanceof StorageFailure)) throw thrown;
        if (!(thrown instanceof ClosedFailure)) watch.note({ isShut: true });
        return null;
      }
    },
    statusFor: (session) => ({
      ...watch,
      onAcknowledged: () => {
        eviction.onAcknowledged(session.state().user?.id ?? '');
        watch.note({ erased: null, restored: null, isFull: false });
      },
    }),
  };
}
