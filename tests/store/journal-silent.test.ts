import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import type { Op } from '../../src/app/store/op.ts';
import type { FarmStore, OutboxEdit } from '../../src/app/store/store.ts';
import { type MortalDisk, openMortalDisk } from '../support/mortal-disk.ts';
import { farm, rain } from '../support/rain-op.ts';

let disk: MortalDisk;
let store: FarmStore;

beforeEach(() => {
  disk = openMortalDisk();
  store = openFarmStore(disk);
});

const write = (edit: OutboxEdit): Promise<void> => store.changeOutbox(farm, () => ({ edit, result: undefined }));
const ops = async (): Promise<readonly Op[]> => (await store.outbox(farm)).ops;
const inJournal = (table: string): readonly string[] => disk.written().filter((name) => name.startsWith(`${table}/`));

describe('A journal that does not answer', () => {
  test('stops no save; it is told, and what it missed goes in front of what comes next', async () => {
    await ops();
    disk.journal().failure = new Error('QuotaExceeded');
    await write({ add: [rain('one')] });
    expect((await ops()).length).toBe(1);
    expect(disk.troubles.at(-1)).toBe('full');
    disk.journal().failure = null;
    await write({ add: [rain('two')] });
    expect(disk.troubles.at(-1)).toBeNull();
    expect(inJournal('outbox')).toEqual(['outbox/one', 'outbox/two']);
  });

  test('is waited for no longer than told', async () => {
    await ops();
    disk.journal().failure = 'silence';
    await write({ add: [rain('one')] });
    expect(disk.troubles.at(-1)).toBe('silent');
    expect((await ops()).length).toBe(1);
  });

  test('holds up one save, not every one after it', async () => {
    await ops();
    disk.journal().failure = 'silence';
    await write({ add: [rain('one')] });
    const begun = performance.now();
    for (const opId of ['two', 'three', 'four', 'five']) await write({ add: [rain(opId)] });
    // The disk of these tests waits for 50 ms: four waits would be 200.
    expect(performance.now() - begun).toBeLessThan(200);
  });

  test('for longer than is made up for act by act has everything that waits as soon as it answers', async () => {
    await ops();
    disk.journal().failure = new Error('QuotaExceeded');
    const many = Array.from({ length: 150 }, (_, index) => `many-${index}`);
    for (const opId of many) await write({ add: [rain(opId)] });
    disk.journal().failure = null;
    await write({ add: [rain('last')] });
    await vi.waitFor(() => expect(disk.troubles.at(-1)).toBeNull());
    expect(inJournal('outbox').length).toBe(151);
  });

  test('is not written over when it cannot be read: its records come back at the next start, after the new ones', async () => {
    await write({ add: [rain('old-1'), rain('old-2')] });
    disk.throwAway();
    disk.journal().failure = new Error('Unreadable');
    await write({ add: [rain('new')] });
    disk.journal().failure = null;
    await write({ add: [rain('newer')] });
    disk.restart();
    expect((await ops()).map(({ opId, n }) => [opId, n])).toEqual([
      ['new', 1],
      ['newer', 2],
      ['old-1', 3],
      ['old-2', 4],
    ]);
  });
});

test('A journal that takes seconds to write all that waits again is waited for: those before it do not pile up', async () => {
  await write({ add: [rain('one')] });
  disk.restart();
  // Longer than a save waits for it.
  disk.journal().wholeMs = 120;
  await ops();
  await vi.waitFor(() => expect([...disk.folder.keys()]).toEqual([disk.journal().tab]));
  expect(disk.troubles).toEqual([]);
  expect(inJournal('outbox')).toEqual(['outbox/one']);
});
