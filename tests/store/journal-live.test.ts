import { Dexie, liveQuery } from 'dexie';
import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { type Disk, keyValues } from '../../src/app/store/disk.ts';
import type { Journal } from '../../src/app/store/journal.ts';
import { journaledDisk } from '../../src/app/store/journaled-disk.ts';
import { MemoryJournal } from '../support/memory-journal.ts';

Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });

let disk: Disk | null = null;

afterEach(() => {
  disk?.close();
});

/** The journals of a phone that has just been switched on: they answer when it has got up. */
class SleepyJournal extends MemoryJournal {
  override readonly read: Journal['read'] = async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { journals: [], tabs: [] };
  };
}

test('a screen that asks before the journals were read is told of every later change', async () => {
  disk = journaledDisk(openDexieDisk('screen that asks first'), new SleepyJournal('a'), {
    tab: 'a',
    now: () => Date.now(),
    newLife: () => 'life',
    patienceMs: 1_000,
    older: null,
    onRestored: () => undefined,
    onHeld: () => undefined,
    onTrouble: (trouble) => {
      if (trouble) throw new Error(trouble);
    },
  });
  const { transact } = disk;
  const seen: number[] = [];
  const rows = () =>
    transact('read', [keyValues], async (tables) => (await tables[keyValues].get(['nota'])).filter(Boolean).length);
  const screen = liveQuery(rows).subscribe((count) => void seen.push(count));
  await vi.waitFor(() => expect(seen).toEqual([0]));
  await transact('write', [keyValues], (tables) => Promise.resolve(tables[keyValues].put([{ key: 'nota' }])));
  await vi.waitFor(() => expect(seen.at(-1)).toBe(1));
  screen.unsubscribe();
});
