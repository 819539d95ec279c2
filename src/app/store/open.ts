import { openDexieDisk } from './dexie-disk.ts';
import type { Disk } from './disk.ts';
import { openFarmStore } from './farm-store.ts';
import { restingBesideSaves } from './feed-page.ts';
import { hasFiles, openFileJournal } from './journal-file.ts';
import { type JournaledDisk, journaledDisk } from './journaled-disk.ts';
import { openOlderCopy } from './older-copy.ts';
import { KnownRows } from './known-rows.ts';
import { ballastBytes } from './free-space.ts';
import { breathing } from './pace.ts';
import { openSoleTab } from './sole-tab.ts';
import type { StorageWatch } from './storage-watch.ts';
import type { FarmStore } from './store.ts';
import { versionedDisk } from './versioned-disk.ts';

/** The longest a save waits for the journal. */
const patienceMs = 1_000;

/**
 * A person's store on this device. Each person has a database, so that nobody sends what is not his (offline.md §2.10). `watch` is told
 * what happens to the disk.
 */
export const openDeviceStore = (userId: string, watch: StorageWatch): FarmStore =>
  restingBesideSaves((pace) =>
    openFarmStore(openDisk(userId, watch), () => watch.note({ isFull: true }), ballastBytes, {
      ...pace,
      breathe: breathing(),
    }),
  );

function openDisk(userId: string, watch: StorageWatch): Disk {
  const opened: { disk: JournaledDisk | null } = { disk: null };
  const tab = crypto.randomUUID();
  const sole = openSoleTab(userId, tab);
  const known = new KnownRows(sole);
  const database = openDexieDisk(`campo:${userId}`, (sign) => {
    if (sign === 'lost') {
      known.forget();
      opened.disk?.onLost();
    } else if (sign === 'outdated') watch.note({ isOutdated: true });
    else watch.note({ isBlocked: sign === 'blocked' });
  });
  opened.disk = journaledDisk(
    versionedDisk(database, () => crypto.randomUUID(), sole, known),
    hasFiles() ? openFileJournal(userId, tab) : null,
    {
      tab,
      now: () => Date.now(),
      newLife: () => crypto.randomUUID(),
      patienceMs,
      older: 'caches' in globalThis ? openOlderCopy(caches, userId) : null,
      onRestored: (acts) => watch.note({ restored: acts }),
      onHeld: (acts) => watch.note({ held: acts }),
      onTrouble: (journalTrouble) => watch.note({ journalTrouble }),
    },
  );
  return opened.disk;
}
