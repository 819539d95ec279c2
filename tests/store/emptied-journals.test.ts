import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Journal } from '../../src/app/store/journal.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { opRow, type OpRow } from '../../src/app/store/outbox-rows.ts';
import { ClosedFailure, type FarmStore, StorageFailure } from '../../src/app/store/store.ts';
import { type MortalDisk, openMortalDisk } from '../support/mortal-disk.ts';
import { farm, rain } from '../support/rain-op.ts';

/** A lost phone is empty when its journals are (trust.md row 112): what was handed over stands in none of them, however late that is. */
let disk: MortalDisk;
let store: FarmStore;

beforeEach(() => {
  vi.useFakeTimers();
  disk = openMortalDisk();
  store = openFarmStore(disk);
});
afterEach(() => vi.useRealTimers());

const save = (opId: string): Promise<void> =>
  store.changeOutbox(farm, () => ({ edit: { add: [rain(opId)] }, result: undefined }));

/** Empties it of everything that waits, which the server has; says when that has ended, and how. */
async function emptied(): Promise<{ readonly end: Promise<unknown>; readonly now: () => unknown }> {
  const safe = new Set((await store.unsent()).map(({ opId }) => opId));
  let ended: unknown = 'under way';
  const end = store.empty(safe).then(
    () => (ended = 'empty'),
    (thrown: unknown) => (ended = thrown),
  );
  return { end, now: () => ended };
}

/** A tab of the same person wrote this, and the database has it. */
async function anotherTab(): Promise<string> {
  await save('one');
  const before = disk.journal().tab;
  const written = disk.folder.get(before) ?? [];
  disk.restart();
  await store.unsent();
  await vi.advanceTimersByTimeAsync(1_000);
  disk.folder.set(before, written);
  return before;
}

test('waits for the file that the worker of the page before still holds', async () => {
  const before = await anotherTab();
  const journal = disk.journal();
  const { drop } = journal;
  let isHeld = true;
  Object.assign(journal, {
    drop: (async (tabs) => {
      if (isHeld) throw new DOMException('An access handle is open', 'NoModificationAllowedError');
      await drop(tabs);
    }) satisfies Journal['drop'],
  });
  const { end, now } = await emptied();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(now()).toBe('under way');
  expect(disk.written()).not.toEqual([]);
  isHeld = false;
  await vi.advanceTimersByTimeAsync(200);
  await end;
  expect(now()).toBe('empty');
  expect(disk.folder.has(before)).toBe(false);
  expect(disk.written().filter((name) => name.startsWith('outbox/'))).toEqual([]);
});

test('does not take a folder that could not be read just then for an empty one', async () => {
  const before = await anotherTab();
  const journal = disk.journal();
  const { read } = journal;
  let failures = 3;
  Object.assign(journal, {
    read: (async (which) => {
      failures -= 1;
      if (failures >= 0) throw new DOMException('It went while it was read', 'NotFoundError');
      return read(which);
    }) satisfies Journal['read'],
  });
  const { end, now } = await emptied();
  await vi.advanceTimersByTimeAsync(1_000);
  await end;
  expect(now()).toBe('empty');
  expect(disk.folder.has(before)).toBe(false);
});

test('is not called empty while a tab that lives keeps what it wrote', async () => {
  await anotherTab();
  Object.assign(disk.journal(), { drop: () => Promise.resolve() });
  const { end, now } = await emptied();
  await vi.advanceTimersByTimeAsync(20_000);
  await end;
  expect(now()).toBeInstanceOf(StorageFailure);
});

test('brings in a record that a dead tab wrote down and the database never had, instead of forgetting it', async () => {
  await save('one');
  const { folder } = disk;
  const row: OpRow = opRow({ ...rain('two'), n: 2 });
  folder.set('dead', [{ stamp: 2, lines: [{ table: 'outbox', name: 'two', isNew: true, row }] }]);
  const { end, now } = await emptied();
  await vi.advanceTimersByTimeAsync(1_000);
  await end;
  expect(now()).toBe('empty');
  expect((await store.unsent()).map(({ opId }) => opId)).toEqual(['two']);
  const again = await emptied();
  await vi.advanceTimersByTimeAsync(1_000);
  await again.end;
  expect(again.now()).toBe('empty');
  expect(disk.written().filter((name) => name.startsWith('outbox/'))).toEqual([]);
});

test('takes nothing back out of a journal that began anew in a transaction which never came through', async () => {
  await save('one');
  const written = disk.folder.get(disk.journal().tab) ?? [];
  const lines = written.flatMap((act) => act.lines);
  disk.folder.set('dead', [{ stamp: 2, lines, whole: { dead: 2 } }]);
  const { end, now } = await emptied();
  await vi.advanceTimersByTimeAsync(1_000);
  await end;
  expect(now()).toBe('empty');
  expect(disk.folder.has('dead')).toBe(false);
  expect(await store.unsent()).toEqual([]);
});

test('is not filled again by a page that was closed while it was still opening', async () => {
  await save('one');
  disk.restart();
  const late = openFarmStore(disk);
  const opening = late.keepOnce('deviceId', 'phone').then(
    () => 'written',
    (thrown: unknown) => thrown,
  );
  disk.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await opening).toBeInstanceOf(ClosedFailure);
  await expect(late.keepOnce('deviceId', 'again')).rejects.toBeInstanceOf(ClosedFailure);
  disk.restart();
  expect(await openFarmStore(disk).keepOnce('deviceId', 'other')).toBe('other');
});

test('though it was closed, takes what was being typed at that moment', async () => {
  await save('one');
  const before = openFarmStore(disk);
  disk.close();
  await before.saveDraft(farm, 'rain', { mm: '12' });
  disk.restart();
  expect(await openFarmStore(disk).draft(farm, 'rain')).toEqual({ mm: '12' });
});
