import { Dexie, liveQuery } from 'dexie';
import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import type { Disk } from '../../src/app/store/disk.ts';
import { doubledDisk } from '../../src/app/store/doubled-disk.ts';
import { MemoryCopy } from '../support/memory-copy.ts';

Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });

let disk: Disk | null = null;

afterEach(() => {
  disk?.close();
});

/** The copy of a phone that has just been switched on: it answers when it has got up. */
class SleepyCopy extends MemoryCopy {
  override readonly read = async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return [];
  };
}

test('a screen that asks before the copy was read is told of every later change', async () => {
  disk = doubledDisk(openDexieDisk('screen that asks first'), new SleepyCopy(), {
    tab: 'a',
    onRestored: () => undefined,
    onTrouble: (thrown) => {
      throw thrown;
    },
  });
  const { transact } = disk;
  const seen: number[] = [];
  const rows = () =>
    transact('read', ['notes'], async ({ notes }) => (await notes.get(['nota'])).filter(Boolean).length);
  const screen = liveQuery(rows).subscribe((count) => void seen.push(count));
  await vi.waitFor(() => expect(seen).toEqual([0]));
  await transact('write', ['notes'], ({ notes }) => Promise.resolve(notes.put([{ key: 'nota' }])));
  await vi.waitFor(() => expect(seen).toEqual([0, 1]));
  screen.unsubscribe();
});
