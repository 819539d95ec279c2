import { openCacheCopy } from './cache-copy.ts';
import { openDexieDisk } from './dexie-disk.ts';
import type { Disk } from './disk.ts';
import { doubledDisk } from './doubled-disk.ts';
import { openFarmStore } from './farm-store.ts';
import { ballastBytes } from './room.ts';
import type { StorageWatch } from './storage-watch.ts';
import { stampedDisk } from './stamped-disk.ts';
import type { FarmStore } from './store.ts';

/**
 * The store of one person on this device: another person opens another database, so that nobody sends what is not his (offline.md
 * §2.10). What its disk goes through is told to `watch`.
 */
export const openDeviceStore = (userId: string, watch: StorageWatch): FarmStore =>
  openFarmStore(openDisk(userId, watch), () => watch.note({ isFull: true }), ballastBytes);

function openDisk(userId: string, watch: StorageWatch): Disk {
  const database = openDexieDisk(`campo:${userId}`, (sign) => {
    if (sign === 'outdated') watch.note({ isOutdated: true });
    else watch.note({ isBlocked: sign === 'blocked' });
  });
  const disk = stampedDisk(database, () => crypto.randomUUID());
  // A page that did not come over a safe connection has no second place, nor an app that opens without signal.
  if (!('caches' in globalThis)) return disk;
  return doubledDisk(disk, openCacheCopy(caches, userId), {
    tab: crypto.randomUUID(),
    onRestored: (acts) => watch.note({ restored: acts }),
    onTrouble: (thrown) => watch.note({ copyTrouble: String(thrown) }),
  });
}
