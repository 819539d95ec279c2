import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import type { Disk, TableName, Tables } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { groupedReads } from '../../src/app/store/grouped-reads.ts';
import { StorageFailure } from '../../src/app/store/store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { farmRows } from '../support/sim/farm-rows.ts';
import { aloneHere, versioned } from '../support/versioned.ts';

const farm = 'la-esperanza';
const lots = farmRows.lots.map((row) => ({ table: 'lots' as const, id: row.id, row }));
const asked = [{}, { rainYear: '2026' }, { things: ['tasks'] }, { movements: { type: 'RAIN', limit: 20 } }] as const;

afterEach(() => vi.restoreAllMocks());

test.each([
  ['a tab that may not be alone', undefined],
  ['a tab alone that has read nothing yet', aloneHere],
])('what a screen asks in one turn takes one transaction (%s)', async (who, sole) => {
  const open = () => openFarmStore(versioned(openDexieDisk(`campo:turn ${who}`), () => false, sole));
  await open().applyRows(farm, lots, null);
  const store = open();
  await store.draft(farm, 'opens the database');
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const gets = vi.spyOn(IDBObjectStore.prototype, 'get');
  const pictures = await Promise.all([...asked, ...asked, ...asked].map((ask) => store.picture(farm, ask)));
  expect(begun).toHaveBeenCalledTimes(1);
  // The versions and the sync, once for all.
  expect(gets.mock.calls.filter(([key]) => key === 'stamp' || key === farm)).toHaveLength(2);
  expect(pictures.map((picture) => picture.lots.length)).toEqual(pictures.map(() => lots.length));
  expect((await store.picture(farm, {})).lots).toHaveLength(lots.length);
});

test('what was saved before a question is in its answer, whoever asks in the same turn', async () => {
  const store = openFarmStore(versioned(openDexieDisk('campo:turn after a save')));
  const before = store.picture(farm, {});
  await store.applyRows(farm, lots, null);
  const [one, other] = await Promise.all([store.picture(farm, {}), store.picture(farm, { rainYear: '2026' })]);
  expect([one.lots.length, other.lots.length]).toEqual([lots.length, lots.length]);
  expect((await before).lots.length).toBeLessThanOrEqual(lots.length);
});

const names = ['notes'] as const satisfies readonly TableName[];

/** A disk whose next transactions fail, each at its first request or at its end; and how many were begun. */
function failing(disk: Disk) {
  const seen = { begun: 0, fails: 0 };
  const read = <T>(of: readonly TableName[], task: (tables: Tables) => Promise<T>): Promise<T> => {
    seen.begun += 1;
    return disk.transact('read', of, async (tables) => {
      const answer = await task(tables);
      seen.fails -= 1;
      if (seen.fails >= 0) throw new StorageFailure('away');
      return answer;
    });
  };
  return { seen, grouped: groupedReads(read) };
}

test('a question that throws fails alone: the others are read by themselves', async () => {
  const { seen, grouped } = failing(openDexieDisk('campo:turn with a fault'));
  const slow = (answer: string) =>
    grouped(names, async (tables) => {
      await tables.notes.get(['a']);
      await tables.notes.get(['b']);
      return answer;
    });
  const bad = grouped(names, () => Promise.reject(new StorageFailure('mine')));
  const ends = await Promise.allSettled([slow('one'), bad, slow('two')]);
  expect(ends).toMatchObject([
    { status: 'fulfilled', value: 'one' },
    { status: 'rejected', reason: { message: 'mine' } },
    { status: 'fulfilled', value: 'two' },
  ]);
  expect(seen.begun).toBe(4);
});

test('a transaction that fails fails the one who asked alone, and is tried once more by each of several', async () => {
  const { seen, grouped } = failing(openMemoryDisk());
  const ask = () => grouped(names, async (tables) => (await tables.notes.get(['a'])).length);
  seen.fails = 1;
  // It had its rows before the transaction ended.
  await expect(ask()).resolves.toBe(1);
  const never = () => grouped(names, () => Promise.reject(new StorageFailure('away')));
  seen.begun = 0;
  await expect(never()).rejects.toThrow('away');
  expect(seen.begun).toBe(1);
  await Promise.all([expect(never()).rejects.toThrow('away'), expect(never()).rejects.toThrow('away')]);
  expect(seen.begun).toBe(4);
});
