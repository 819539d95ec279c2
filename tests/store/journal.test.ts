import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import type { BlobState } from '../../src/app/store/blobs.ts';
import type { Op } from '../../src/app/store/op.ts';
import { type FarmStore, type OutboxEdit, StorageFailure } from '../../src/app/store/store.ts';
import { type MortalDisk, openMortalDisk } from '../support/mortal-disk.ts';
import { at, farm, rain } from '../support/rain-op.ts';

const photo: BlobState = {
  digest: 'abc',
  type: 'image/jpeg',
  size: 3,
  state: 'kept',
  addedAt: at,
  sentAt: null,
  epoch: null,
  attempts: 0,
  nextAt: 0,
  problem: null,
};
const bytes = new Uint8Array([1, 2, 3]);

let disk: MortalDisk;
let store: FarmStore;

beforeEach(() => {
  disk = openMortalDisk();
  store = openFarmStore(disk);
});

const write = (edit: OutboxEdit, on = store): Promise<void> =>
  on.changeOutbox(farm, () => ({ edit, result: undefined }));
const ops = async (on = store): Promise<readonly Op[]> => (await on.outbox(farm)).ops;
const inJournal = (table: string): readonly string[] => disk.written().filter((name) => name.startsWith(`${table}/`));

describe('A record that is saved', () => {
  test('stands in two places of the device when it is told so', async () => {
    await write({ add: [rain('one')] });
    expect(inJournal('outbox')).toEqual(['outbox/one']);
  });

  test('leaves both when the server has it, or the person takes it back', async () => {
    await write({ add: [rain('one'), rain('two')] });
    const [one, two] = await ops();
    if (!one || !two) throw new Error('Two were saved');
    await write({ archive: [{ ...one, state: 'acked' }], remove: [two] });
    expect(inJournal('outbox')).toEqual([]);
  });

  test('that was refused and goes again under a new key stands there under that one alone', async () => {
    await write({ add: [rain('refused'), rain('other')] });
    const [refused] = await ops();
    if (!refused) throw new Error('Two were saved');
    await write({ put: [{ ...refused, opId: 'again', attempts: 0 }] });
    expect(inJournal('outbox')).toEqual(['outbox/again', 'outbox/other']);
    disk.throwAway();
    expect((await ops()).map(({ opId }) => opId).toSorted()).toEqual(['again', 'other']);
  });

  test('is not written again for what only its sending is about', async () => {
    await write({ add: [rain('one')] });
    const [one] = await ops();
    if (!one) throw new Error('One was saved');
    const sent: Op = { ...one, attempts: 1, firstSentAt: at, state: 'inflight' };
    await write({ put: [sent] });
    const { writings } = disk.journal();
    await write({ put: [{ ...sent, attempts: 2, state: 'parked', nextAt: 5 }] });
    expect(disk.journal().writings).toBe(writings);
  });
});

describe('A live query over a database with a journal', () => {
  test('hears of what is saved', async () => {
    const live = openFarmStore(openMortalDisk({ base: openDexieDisk('campo:journaled') }));
    await ops(live);
    const onWritten: number[] = [];
    const waiting = async (): Promise<number> => {
      const { ops: first } = await live.outbox(farm);
      await live.picture(farm, {});
      return first.length;
    };
    const listening = liveQuery(waiting).subscribe((count) => onWritten.push(count));
    await vi.waitFor(() => expect(onWritten).toEqual([0]));
    await write({ add: [rain('one')] }, live);
    await vi.waitFor(() => expect(onWritten.at(-1)).toBe(1));
    listening.unsubscribe();
    live.close();
  });
});

describe('A browser that throws the database away', () => {
  test('gives back what was not sent, in its order, and says how much', async () => {
    await write({ add: [rain('one'), rain('two')] });
    disk.throwAway();
    expect((await ops()).map(({ opId, n }) => [opId, n])).toEqual([
      ['one', 1],
      ['two', 2],
    ]);
    expect(disk.restored).toEqual([2]);
    await write({ add: [rain('three')] });
    expect((await ops()).at(-1)).toMatchObject({ opId: 'three', n: 3 });
  });

  test('gives back a record that the server may have seen as one that must not be changed', async () => {
    await write({ add: [rain('one'), rain('two')] });
    const [one] = await ops();
    if (!one) throw new Error('One was saved');
    await write({ put: [{ ...one, attempts: 1, state: 'inflight', firstSentAt: at, body: { mm: 5, offline: true } }] });
    disk.throwAway();
    expect(await ops()).toMatchObject([
      { opId: 'one', attempts: 1, state: 'inflight', body: { mm: 5, offline: true } },
      { opId: 'two', attempts: 0, state: 'pending' },
    ]);
  });

  test('gives back the life of the server that it was sent to, and asks for the rest anew', async () => {
    await write({ wantEpoch: 'other' });
    const first = { epoch: 'life-1', to: 9, page: null, next: null, progress: 1, changes: [], at };
    await store.applyWhole(farm, first);
    await write({ add: [rain('one')] });
    disk.throwAway();
    expect((await store.outbox(farm)).sync).toMatchObject({ epoch: 'life-1', cursor: null, generation: 0 });
  });

  test('gives back what was being typed, the name of the device, and photos that were not sent', async () => {
    await store.keepOnce('deviceId', 'phone-1');
    await store.saveDraft(farm, 'record/RAIN', { mm: '22' });
    await store.saveDraft(farm, 'record/DEATH', { count: '1' });
    await store.saveDraft(farm, 'record/DEATH', null);
    await store.keepBlob(farm, photo, bytes);
    await store.keepBlob(farm, { ...photo, digest: 'sent' }, bytes);
    await store.putBlob(farm, { ...photo, digest: 'sent', state: 'sent' });
    await store.keepBlob(farm, { ...photo, digest: 'looked-at', state: 'fetched' }, bytes);
    disk.throwAway();
    expect(await store.keepOnce('deviceId', 'phone-2')).toBe('phone-1');
    expect(await store.draft(farm, 'record/RAIN')).toEqual({ mm: '22' });
    expect(await store.draft(farm, 'record/DEATH')).toBeNull();
    expect((await store.blobs(farm)).map(({ digest }) => digest)).toEqual(['abc']);
    expect((await store.blobBytes(farm, 'abc'))?.bytes).toEqual(bytes);
    expect(disk.restored).toEqual([0]);
  });

  test('does it again and again', async () => {
    await write({ add: [rain('one')] });
    disk.throwAway();
    await write({ add: [rain('two')] });
    disk.throwAway();
    expect((await ops()).map(({ opId }) => opId)).toEqual(['one', 'two']);
  });
});

describe('A database that goes under the living page', () => {
  test('is given back what waits and what is being typed, and numbers go on', async () => {
    await write({ add: [rain('one'), rain('two')] });
    await store.saveDraft(farm, 'record/RAIN', { mm: '22' });
    disk.loseUnderThePage();
    await write({ add: [rain('three')] });
    expect((await ops()).map(({ opId, n }) => [opId, n])).toEqual([
      ['one', 1],
      ['two', 2],
      ['three', 3],
    ]);
    expect(await store.draft(farm, 'record/RAIN')).toEqual({ mm: '22' });
    expect(disk.restored).toEqual([2]);
  });

  test('with its journals is given back what the page remembers', async () => {
    await write({ add: [rain('one')] });
    disk.folder.clear();
    disk.loseUnderThePage();
    expect((await ops()).map(({ opId }) => opId)).toEqual(['one']);
    disk.throwAway();
    expect((await ops()).map(({ opId }) => opId)).toEqual(['one']);
  });

  test('where the browser has no files for a journal is given it back all the same', async () => {
    disk = openMortalDisk({ withoutJournal: true });
    store = openFarmStore(disk);
    await write({ add: [rain('one')] });
    disk.loseUnderThePage();
    expect((await ops()).map(({ opId }) => opId)).toEqual(['one']);
    expect(disk.troubles).toEqual(['absent']);
  });

  test('does not bring back what had been taken back, sent or thrown away', async () => {
    await write({ add: [rain('one'), rain('two'), rain('three'), rain('four')] });
    const [one, two, three] = await ops();
    if (!one || !two || !three) throw new Error('Four were saved');
    await write({
      remove: [one],
      archive: [
        { ...two, state: 'acked' },
        { ...three, state: 'discarded' },
      ],
    });
    disk.loseUnderThePage();
    expect((await ops()).map(({ opId }) => opId)).toEqual(['four']);
    disk.throwAway();
    expect((await ops()).map(({ opId }) => opId)).toEqual(['four']);
  });

  test('never gives the number of a record that was sent to another one', async () => {
    await write({ add: [rain('one')] });
    await write({ archive: (await ops()).map((op): Op => ({ ...op, state: 'acked' })) });
    disk.loseUnderThePage();
    await write({ add: [rain('two')] });
    expect((await ops()).map(({ opId, n }) => [opId, n])).toEqual([['two', 2]]);
  });
});

describe('A tab that dies between its journal and the database', () => {
  test('has saved what stands in the journal alone: the next start brings it in', async () => {
    await write({ add: [rain('one')] });
    disk.failWrites = new StorageFailure('UnknownError');
    await write({ add: [rain('two')] });
    disk.failWrites = null;
    disk.restart();
    expect((await ops()).map(({ opId, n }) => [opId, n])).toEqual([
      ['one', 1],
      ['two', 2],
    ]);
    expect(disk.restored).toEqual([]);
  });

  test('keeps a record as it was corrected last', async () => {
    await write({ add: [rain('one')] });
    const [one] = await ops();
    if (!one) throw new Error('One was saved');
    await write({ put: [{ ...one, body: { mm: 7 } }] });
    disk.restart();
    await write({ put: [{ ...one, body: { mm: 8 } }] });
    disk.throwAway();
    expect(await ops()).toMatchObject([{ opId: 'one', body: { mm: 8 } }]);
  });

  test('does not bring back what left after its journal was written, though the journal never heard of it', async () => {
    await write({ add: [rain('one')] });
    const first = disk.journal();
    first.isDeaf = true;
    await write({ remove: await ops() });
    disk.restart();
    expect(await ops()).toEqual([]);
  });

  test('while it wrote of a record that another tab has taken back since does not bring that back', async () => {
    await write({ add: [rain('one'), rain('two')] });
    const [one] = await ops();
    if (!one) throw new Error('Two were saved');
    const row = { key: 'ombu/000000000001', op: { ...one, attempts: 1, firstSentAt: at } };
    // Flushed, and its transaction never came through.
    disk.folder.set('dead', [{ stamp: 50, lines: [{ table: 'outbox', name: 'one', row }] }]);
    await write({ remove: [one] });
    disk.restart();
    expect((await ops()).map(({ opId }) => opId)).toEqual(['two']);
  });

  test('while the server was confirming a record keeps it waiting: its row came in with the transaction that died', async () => {
    await write({ add: [rain('one'), rain('two')] });
    // Flushed, and its transaction never came through: neither the row of the feed nor the archive has it.
    disk.folder.set('dead', [{ stamp: 50, lines: [{ table: 'outbox', name: 'one', row: null }] }]);
    disk.restart();
    expect((await ops()).map(({ opId }) => opId)).toEqual(['one', 'two']);
  });

  test('has saved the record that takes the place of another, and that other is gone', async () => {
    await write({ add: [rain('one')] });
    disk.failWrites = new StorageFailure('UnknownError');
    await write({ add: [rain('instead')], remove: await ops() });
    disk.failWrites = null;
    disk.restart();
    expect((await ops()).map(({ opId }) => opId)).toEqual(['instead']);
  });

  test('leaves no journal behind once the next one holds what waits', async () => {
    await write({ add: [rain('one')] });
    for (let start = 0; start < 3; start += 1) {
      disk.restart();
      await ops();
    }
    await vi.waitFor(() => expect([...disk.folder.keys()]).toEqual([disk.journal().tab]));
    expect(inJournal('outbox')).toEqual(['outbox/one']);
  });
});

describe('A database that takes nothing', () => {
  test('stops no save while the journal holds it: it is saved, said, and brought in when the database answers', async () => {
    await write({ add: [rain('one')] });
    disk.failWrites = new StorageFailure('UnknownError');
    await write({ add: [rain('two')] });
    expect(disk.held.at(-1)).toBe(1);
    disk.failWrites = null;
    expect((await ops()).map(({ opId }) => opId)).toEqual(['one', 'two']);
    expect(disk.held.at(-1)).toBe(0);
  });

  test('for want of room, and cannot give up anything, has the record in its journal', async () => {
    await ops();
    disk.failWrites = new StorageFailure('QuotaExceededError');
    await write({ add: [rain('one')] });
    disk.failWrites = null;
    disk.throwAway();
    expect((await ops()).map(({ opId }) => opId)).toEqual(['one']);
  });

  test('is told as a failure for what is no new record, and the journal takes it back', async () => {
    await write({ add: [rain('one')] });
    const [one] = await ops();
    if (!one) throw new Error('One was saved');
    disk.failWrites = new StorageFailure('UnknownError');
    await expect(write({ put: [{ ...one, body: { mm: 7 } }] })).rejects.toThrow(StorageFailure);
    disk.failWrites = null;
    disk.restart();
    expect(await ops()).toMatchObject([{ opId: 'one', body: { mm: 5 } }]);
  });

  test('and a journal that takes nothing either: it is told as not saved', async () => {
    await ops();
    disk.journal().failure = new Error('Broken');
    disk.failWrites = new StorageFailure('UnknownError');
    await expect(write({ add: [rain('one')] })).rejects.toThrow(StorageFailure);
  });
});
