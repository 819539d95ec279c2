import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../../src/app/store/memory-disk.ts';
import type { BlobState } from '../../src/app/store/blobs.ts';
import type { Disk } from '../../src/app/store/disk.ts';
import { doubledDisk } from '../../src/app/store/doubled-disk.ts';
import type { NewOp, Op } from '../../src/app/store/op.ts';
import type { FarmStore, OutboxEdit } from '../../src/app/store/store.ts';
import type { MemoryCopy } from '../support/memory-copy.ts';
import { type MortalDisk, openMortalDisk } from '../support/mortal-disk.ts';

const farm = 'ombu';
const at = '2026-11-21T12:00:00.000Z';

const rain = (opId: string): NewOp => ({
  opId,
  deviceId: 'd',
  userId: 'ana',
  organizationId: farm,
  v: 1,
  act: 'create',
  subject: 'movement',
  movementType: 'RAIN',
  method: 'POST',
  path: '/x',
  body: { date: '2026-11-20', mm: 5 },
  postings: [],
  deps: [],
  entityId: `rain-${opId}`,
  recordedAt: at,
  appBuild: 'test',
  state: 'pending',
  attempts: 0,
  firstSentAt: null,
  nextAt: 0,
  parkedAt: null,
  ackedAt: null,
  ack: null,
  problem: null,
});

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
const inCopy = (table: string): readonly string[] => disk.copy.names.filter((name) => name.startsWith(`${table}/`));

describe('A record that is saved', () => {
  test('stands in two places of the device when it is told so', async () => {
    await write({ add: [rain('one')] });
    expect(inCopy('outbox')).toEqual([`outbox/${farm}/000000000001`]);
  });

  test('leaves both when the server has it, or the person takes it back', async () => {
    await write({ add: [rain('one'), rain('two')] });
    const [one, two] = await ops();
    if (!one || !two) throw new Error('Two were saved');
    await write({ archive: [{ ...one, state: 'acked' }], remove: [two] });
    expect(inCopy('outbox')).toEqual([]);
  });

  test('is not written again for what only its sending is about', async () => {
    await write({ add: [rain('one')] });
    const [one] = await ops();
    if (!one) throw new Error('One was saved');
    const sent: Op = { ...one, attempts: 1, state: 'inflight' };
    await write({ put: [sent] });
    const { writings } = disk.copy;
    await write({ put: [{ ...sent, attempts: 2, state: 'parked', nextAt: 5 }] });
    expect(disk.copy.writings).toBe(writings);
  });
});

describe('A live query over a copied database', () => {
  test('hears of what is saved', async () => {
    const live = openFarmStore(doubled(openDexieDisk('campo:copied')));
    await ops(live);
    const heard: number[] = [];
    const waiting = async (): Promise<number> => {
      const { ops: first } = await live.outbox(farm);
      await live.picture(farm, {});
      return first.length;
    };
    const listening = liveQuery(waiting).subscribe((count) => heard.push(count));
    await vi.waitFor(() => expect(heard).toEqual([0]));
    await write({ add: [rain('one')] }, live);
    await vi.waitFor(() => expect(heard.at(-1)).toBe(1));
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

describe('A database from before there were copies', () => {
  test('is copied when it is opened', async () => {
    const plain = openMemoryDisk();
    const before = openFarmStore(plain);
    await write({ add: [rain('one')] }, before);
    await before.keepBlob(farm, photo, bytes);
    await before.keepBlob(farm, { ...photo, digest: 'sent', state: 'sent' }, bytes);
    const after = openFarmStore(doubled(plain));
    expect((await ops(after)).map(({ opId }) => opId)).toEqual(['one']);
    const { names } = disk.copy;
    expect(names).toEqual([`blobBytes/${farm}/abc`, `blobs/${farm}/abc`, `outbox/${farm}/000000000001`]);
    expect(disk.restored).toEqual([]);
  });
});

/** A disk that this test holds by itself, over the copy of the others. */
const doubled = (plain: Disk, copy: MemoryCopy = disk.copy, troubles: unknown[] = []): Disk =>
  doubledDisk(plain, copy, {
    tab: 'own',
    onRestored: () => undefined,
    onTrouble: (thrown) => troubles.push(thrown),
  });

describe('A copy that does not answer', () => {
  test('stops no save; it is told, and the next start makes up for it', async () => {
    const plain = openMemoryDisk();
    const troubles: unknown[] = [];
    const first = openFarmStore(doubled(plain, disk.copy, troubles));
    await ops(first);
    disk.copy.isBroken = true;
    await write({ add: [rain('one')] }, first);
    expect((await ops(first)).length).toBe(1);
    expect(troubles).toHaveLength(1);
    disk.copy.isBroken = false;
    expect(inCopy('outbox')).toEqual([]);
    await ops(openFarmStore(doubled(plain)));
    expect(inCopy('outbox')).toHaveLength(1);
  });

  test('and what a tab took back while it died is taken back in the copy too', async () => {
    const plain = openMemoryDisk();
    const first = openFarmStore(doubled(plain));
    await write({ add: [rain('one')] }, first);
    disk.copy.isBroken = true;
    await write({ remove: await ops(first) }, first);
    disk.copy.isBroken = false;
    expect(inCopy('outbox')).toHaveLength(1);
    await ops(openFarmStore(doubled(plain)));
    expect(inCopy('outbox')).toEqual([]);
  });

  test('is not written over when it cannot be read: its records come back at the next start, after the new ones', async () => {
    await write({ add: [rain('old-1'), rain('old-2')] });
    const plain = openMemoryDisk();
    disk.copy.isBroken = true;
    const first = openFarmStore(doubled(plain));
    await write({ add: [rain('new')] }, first);
    disk.copy.isBroken = false;
    await write({ add: [rain('newer')] }, first);
    const second = openFarmStore(doubled(plain));
    expect((await ops(second)).map(({ opId, n }) => [opId, n])).toEqual([
      ['new', 1],
      ['newer', 2],
      ['old-1', 3],
      ['old-2', 4],
    ]);
    const copied = [...disk.copy.rows.values()].flatMap(({ row }) => ('op' in row ? [(row.op as Op).opId] : []));
    expect(copied.toSorted()).toEqual(['new', 'newer', 'old-1', 'old-2']);
  });
});
