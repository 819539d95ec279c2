import { openMemoryStore } from './memory-store.ts';
import 'fake-indexeddb/auto';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMortalDisk } from './mortal-disk.ts';
import { aloneHere, versioned } from './versioned.ts';
import type { FarmStore } from '../../src/app/store/store.ts';

let count = 0;

/** A database that no other test has seen. */
const freshName = (): string => `campo:test-${(count += 1)}`;

/** A store on the phone's own kind of database, empty. */
export const indexedDbStore = (): FarmStore =>
  openFarmStore(versioned(openDexieDisk(freshName()), undefined, aloneHere));

/** Every implementation of the store: each passes the same suite. */
export const stores: readonly (readonly [string, () => FarmStore])[] = [
  ['in memory', openMemoryStore],
  ['in IndexedDB', indexedDbStore],
  ['in memory with a journal', () => openFarmStore(openMortalDisk())],
  ['in IndexedDB with a journal', () => openFarmStore(openMortalDisk({ base: openDexieDisk(freshName()) }))],
];
