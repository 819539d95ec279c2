import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, test } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { jpegOf } from '../support/pictures.ts';

/** The layout that the first version left on phones. */
const first = {
  things: 'key',
  movements: 'key, order, byType, *places',
  rain: 'key',
  outbox: 'key',
  archive: 'key, when',
  ids: 'key',
  sync: 'key',
  notes: 'key',
  diagnostics: 'key',
};

const blob = {
  digest: 'a'.repeat(64),
  type: 'image/jpeg',
  size: 64,
  state: 'kept',
  addedAt: '2026-11-21T12:00:00.000Z',
  sentAt: null,
  epoch: null,
  attempts: 0,
  nextAt: 0,
  problem: null,
} as const;

/** A use of the store room as an app wrote it that did not yet find movements by what they used. */
const used = {
  id: 'm1',
  type: 'ASSET_CONSUMPTION',
  date: '2026-11-20',
  count: {},
  rodeoId: null,
  detail: null,
  reference: null,
  animals: [],
  organization_id: 'ombu',
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  created_by: 'ana',
  version: 1,
  deleted: false,
  metadata: { lot_id: null, deletedBy: null, editHistory: [], asset_id: 'sal', quantity: 4 },
};
const usedOrder = '2026-11-20|2026-11-20T12:00:00.000Z|m1';

describe('A phone that was loaded before movements were found by what they use', () => {
  test('finds the book of an item without being loaded again', async () => {
    const before = new Dexie('campo:before-kardex');
    before.version(1).stores(first);
    before.version(2).stores({ blobs: 'key', blobBytes: 'key' });
    const many = Array.from({ length: 1_200 }, (_, n) => ({ ...used, id: `rain-${n}`, type: 'RAIN', metadata: {} }));
    const rows = [...many, used].map((movement) => ({
      key: `ombu#1/${movement.id}`,
      order: `ombu#1/2026-11-20|2026-11-20T12:00:00.000Z|${movement.id}`,
      byType: `ombu#1/${movement.type}/2026-11-20|2026-11-20T12:00:00.000Z|${movement.id}`,
      places: [],
      movement,
    }));
    await before.table('movements').bulkPut(rows);
    before.close();

    const disk = openDexieDisk('campo:before-kardex');
    const found = await disk.transact(
      'read',
      ['movements'],
      async (tables) => await tables.movements.range({ index: 'places', from: 'ombu#1/A/sal/', to: 'ombu#1/A/sal0' }),
    );
    expect(found).toMatchObject([{ key: 'ombu#1/m1', places: [`ombu#1/A/sal/${usedOrder}`] }]);
    const rain = await disk.transact(
      'read',
      ['movements'],
      async (tables) => await tables.movements.get(['ombu#1/rain-7']),
    );
    expect(rain).toMatchObject([{ places: [] }]);
    disk.close();
  });
});

describe('A phone with the layout from before photos', () => {
  test('keeps what it holds, and photos have their place', async () => {
    const before = new Dexie('campo:from-before');
    before.version(1).stores(first);
    await before.table('outbox').put({ key: 'ombu/000000000001', op: { n: 1, organizationId: 'ombu' } });
    await before.table('notes').put({ key: 'draft/ombu/registro RAIN', value: { mm: 25 } });
    before.close();

    const store = openFarmStore(openDexieDisk('campo:from-before'));
    expect((await store.outbox('ombu')).ops).toMatchObject([{ n: 1 }]);
    expect(await store.draft('ombu', 'registro RAIN')).toEqual({ mm: 25 });
    await store.keepBlob('ombu', blob, jpegOf(1));
    expect(await store.blobBytes('ombu', blob.digest)).toEqual({ type: 'image/jpeg', bytes: jpegOf(1) });
    store.close();
  });

  test('and an app from before that opens it again still finds its records', async () => {
    const store = openFarmStore(openDexieDisk('campo:and-back'));
    await store.saveDraft('ombu', 'registro RAIN', { mm: 30 });
    store.close();
    const older = new Dexie('campo:and-back');
    older.version(1).stores(first);
    expect(await older.table('notes').get('draft/ombu/registro RAIN')).toMatchObject({ value: { mm: 30 } });
    older.close();
  });
});
