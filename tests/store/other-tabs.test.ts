import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDeviceStore } from '../../src/app/store/open.ts';
import { type StorageWatch, watchStorage } from '../../src/app/store/storage-watch.ts';
import { type FarmStore, StorageFailure } from '../../src/app/store/store.ts';

let count = 0;
let person: string;
let watch: StorageWatch;
let store: FarmStore;
const others: Dexie[] = [];

beforeEach(() => {
  person = `tabs-${(count += 1)}`;
  watch = watchStorage();
  store = openDeviceStore(person, watch);
});
afterEach(() => {
  store.close();
  for (const other of others.splice(0)) other.close();
});

/** A tab with another version of the app opens the same database. */
async function openOther(version: number, holdsOn: boolean): Promise<Dexie> {
  const other = new Dexie(`campo:${person}`);
  other.version(version).stores({ outbox: 'key' });
  if (holdsOn) other.on('versionchange', () => false);
  others.push(other);
  return await other.open();
}

describe('Two tabs with two versions of the app', () => {
  test('the old one gives way to the new one at once, and is told to load anew', async () => {
    await store.keepOnce('device', 'first');
    expect(watch.state().isOutdated).toBe(false);
    await openOther(99, false);
    expect(watch.state().isOutdated).toBe(true);
  });

  test('the old one cannot write what the new one would not understand: it says that nothing was saved', async () => {
    await store.keepOnce('device', 'first');
    await openOther(99, false);
    await expect(store.keepOnce('other', 'second')).rejects.toThrow(StorageFailure);
    await expect(store.keepOnce('device', 'second')).rejects.toThrow(StorageFailure);
  });

  test('an old one that is opened after the new one cannot write either, and says why', async () => {
    await store.keepOnce('device', 'first');
    store.close();
    (await openOther(99, false)).close();
    store = openDeviceStore(person, watch);
    await store.outbox('ombu');
    expect(watch.state().isOutdated).toBe(true);
    await expect(store.keepOnce('other', 'second')).rejects.toThrow(StorageFailure);
  });

  test('the new one asks to close the old one where that does not give way, and goes on by itself afterwards', async () => {
    const request = indexedDB.open(`campo:${person}`, 1);
    const old = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const kept = store.keepOnce('device', 'first');
    await vi.waitFor(() => expect(watch.state().isBlocked).toBe(true));
    old.close();
    expect(await kept).toBe('first');
    expect(watch.state()).toMatchObject({ isBlocked: false, isOutdated: false });
  });
});
