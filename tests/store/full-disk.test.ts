import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { keyValues } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { offlineSentences } from '../../src/contract/sentences-offline.ts';
import { HandClock, Phone } from '../support/field.ts';
import { isOfTest } from '../support/field-plot.ts';
import { openFieldServer } from '../support/field-server.ts';

let count = 0;
let phone: Phone;
let clock: HandClock;
/** How often the store said that it was full. */
let told: number;
/** So many rows of this table have to go before a row of these tables fits in again. */
let mustGo: { table: string; rows: number; for: readonly string[] };

/** A photo that was only looked at. */
const seen = {
  digest: 'a'.repeat(64),
  type: 'image/jpeg',
  size: 3,
  state: 'fetched',
  addedAt: '2026-11-20T12:00:00.000Z',
  sentAt: null,
  epoch: null,
  attempts: 0,
  nextAt: 0,
  problem: null,
} as const;

const full = () => new DOMException('Quota exceeded', 'QuotaExceededError');

beforeEach(async () => {
  count += 1;
  told = 0;
  mustGo = { table: '', rows: 0, for: ['outbox'] };
  const put = Reflect.get(IDBObjectStore.prototype, 'put');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...what) {
    if (mustGo.rows > 0 && mustGo.for.includes(this.name)) throw full();
    return put.apply(this, what);
  });
  const remove = Reflect.get(IDBObjectStore.prototype, 'delete');
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, ...what) {
    if (this.name === mustGo.table) mustGo.rows -= 1;
    return remove.apply(this, what);
  });
  const onFull = (): void => {
    told += 1;
  };
  const store = openFarmStore(openDexieDisk(`campo:full-${count}`), onFull, 4096);
  clock = new HandClock();
  phone = await new Phone(await openFieldServer(clock), clock, 'ana', store).start();
  for (const mm of [1, 2, 3]) await rain(mm);
  await loaded();
});
afterEach(() => {
  phone.farm.stop();
  phone.store.close();
  vi.restoreAllMocks();
});

const rain = (mm: number) => phone.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm });
const millimetres = async (): Promise<number[]> =>
  (await phone.farm.views.lastTen())
    .filter(isOfTest)
    .map(({ movement }) => Number(movement.metadata['mm']))
    .toSorted((a, b) => a - b);
const waiting = async (): Promise<number> => (await phone.farm.views.pending()).length;

/** Time passes until everything is on the server and the farm is whole on the phone. */
const loaded = (): Promise<void> =>
  vi.waitFor(
    async () => {
      await clock.pass(30_000);
      expect(await waiting()).toBe(0);
      expect(phone.farm.status()).toMatchObject({ ready: true, waiting: 0 });
    },
    { timeout: 20_000 },
  );

describe('A phone that has no room left', () => {
  test('saves the record all the same: what the server has goes first, and comes back with signal', async () => {
    phone.fault = 'no-signal';
    await rain(4);
    mustGo = { table: 'movements', rows: 3, for: ['outbox'] };
    expect((await rain(5)).ok).toBe(true);
    expect(told).toBeGreaterThan(0);
    expect(await waiting()).toBe(2);
    expect(await millimetres()).toEqual([4, 5]);
    await phone.reconnect();
    await loaded();
    expect(await millimetres()).toEqual([1, 2, 3, 4, 5]);
  });

  test('and nothing of the server’s to give up says so: what is typed stays in its form, what waits stays too', async () => {
    phone.fault = 'no-signal';
    await rain(4);
    mustGo = { table: 'movements', rows: 1_000, for: ['outbox'] };
    expect(await rain(5)).toEqual({ ok: false, problem: { reason: 'storage', message: offlineSentences.noSpace } });
    expect(await waiting()).toBe(1);
    mustGo.rows = 0;
    expect((await rain(5)).ok).toBe(true);
    expect(await waiting()).toBe(2);
  });

  test('gives up what it laid aside for that before anything of the farm', async () => {
    phone.fault = 'no-signal';
    mustGo = { table: 'rain', rows: 1, for: ['outbox'] };
    expect((await rain(5)).ok).toBe(true);
    expect(await millimetres()).toEqual([1, 2, 3, 5]);
  });

  test('keeps what is being typed, and photos that were taken, before what it has of the server', async () => {
    const { store, farm } = phone;
    phone.fault = 'no-signal';
    mustGo = { table: 'movements', rows: 3, for: [keyValues] };
    await farm.saveDraft('lluvia', { mm: '25' });
    expect(await farm.views.draft('lluvia')).toEqual({ mm: '25' });
    mustGo = { table: 'rain', rows: 1, for: ['blobBytes'] };
    const blob = { ...seen, digest: 'c'.repeat(64), state: 'kept' } as const;
    await store.keepBlob(farm.organizationId, blob, new Uint8Array([1]));
    expect((await store.blobs(farm.organizationId)).map(({ state }) => state)).toEqual(['kept']);
  });

  test('gives up photos that it only looked at before any record of the farm', async () => {
    const { store } = phone;
    await store.keepBlob(phone.farm.organizationId, seen, new Uint8Array([1, 2, 3]));
    await store.keepBlob(
      phone.farm.organizationId,
      { ...seen, digest: 'b'.repeat(64), state: 'kept' },
      new Uint8Array([4]),
    );
    mustGo = { table: 'blobBytes', rows: 1, for: ['outbox'] };
    phone.fault = 'no-signal';
    expect((await rain(5)).ok).toBe(true);
    expect((await store.blobs(phone.farm.organizationId)).map(({ state }) => state)).toEqual(['kept']);
    expect(await millimetres()).toEqual([1, 2, 3, 5]);
  });

  test('gives up its own photos that the server has last of all, the oldest first', async () => {
    const { store, farm } = phone;
    const { sync } = await store.outbox(farm.organizationId);
    for (const [digest, day] of [
      ['b', '18'],
      ['c', '17'],
      ['d', '19'],
      ['e', '20'],
    ] as const) {
      const sent = { state: 'sent', epoch: sync.epoch, sentAt: `2026-11-${day}T12:00:00.000Z` } as const;
      await store.keepBlob(farm.organizationId, { ...seen, ...sent, digest: digest.repeat(64) }, new Uint8Array([1]));
    }
    const held = async (): Promise<string> =>
      (await store.blobs(farm.organizationId)).map(({ digest }) => digest.charAt(0)).join('');
    phone.fault = 'no-signal';
    mustGo = { table: 'movements', rows: 3, for: ['outbox'] };
    expect((await rain(5)).ok).toBe(true);
    expect(await held()).toBe('bcde');
    mustGo = { table: 'blobBytes', rows: 1, for: ['outbox'] };
    expect((await rain(6)).ok).toBe(true);
    expect(await held()).toBe('de');
  });

  test('never gives up a photo that a server restored from a backup is owed', async () => {
    const { store, farm } = phone;
    const owed = { ...seen, state: 'sent', epoch: 'before the backup', sentAt: seen.addedAt } as const;
    // A run that is under way would try to send it.
    phone.fault = 'no-signal';
    farm.stop();
    await store.keepBlob(farm.organizationId, owed, new Uint8Array([1]));
    mustGo = { table: 'blobBytes', rows: 1, for: ['outbox'] };
    expect((await rain(5)).ok).toBe(false);
    expect((await store.blobs(farm.organizationId)).map(({ state }) => state)).toEqual(['sent']);
  });
});
