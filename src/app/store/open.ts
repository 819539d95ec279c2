import { openDexieDisk } from './dexie-disk.ts';
import { openFarmStore } from './farm-store.ts';
import type { StorageWatch } from './storage-watch.ts';
import type { FarmStore } from './store.ts';

/**
 * The store of one person on this device: another person opens another database, so that nobody sends what is not his (offline.md
 * §2.10). What its disk goes through is told to `watch`.
 */
export const openDeviceStore = (userId: string, watch: StorageWatch): FarmStore =>
  openFarmStore(
    openDexieDisk(`campo:${userId}`, (sign) => {
      if (sign === 'outdated') watch.note({ isOutdated: true });
      else watch.note({ isBlocked: sign === 'blocked' });
    }),
    () => watch.note({ isFull: true }),
  );
