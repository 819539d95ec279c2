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
