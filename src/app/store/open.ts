import { openDexieDisk } from './dexie-disk.ts';
import { openFarmStore } from './farm-store.ts';
import type { FarmStore } from './store.ts';

/** The store of one person on this device: another person opens another database, so that nobody sends what is not his (offline.md §2.10). */
export const openDeviceStore = (userId: string): FarmStore => openFarmStore(openDexieDisk(`campo:${userId}`));
