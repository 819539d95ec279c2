import { openFarmStore } from '../../src/app/store/farm-store.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import { openMemoryDisk } from './memory-disk.ts';
import { aloneHere, versioned } from './versioned.ts';

/** A phone's store in memory, over a disk with versions as the app opens it: what it keeps between two questions is under test too. */
export const openMemoryStore = (): FarmStore => openFarmStore(versioned(openMemoryDisk(), undefined, aloneHere));
