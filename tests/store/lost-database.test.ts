import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { type FarmStore, StorageFailure } from '../../src/app/store/store.ts';
import { organizationId as farm } from '../support/sim/farm-rows.ts';

let count = 0;
let store: FarmStore;
/** Every connection that was opened, and those that are gone. */
let known: Set<IDBDatabase>;
let gone: Set<IDBDatabase>;

const lost = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError');

beforeEach(() => {
  [known, gone] = [new Set(), new Set()];
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction');
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...how) {
    known.add(this);
    if (gone.has(this)) throw lost();
    return begin.apply(this, how);
  });
  store = openFarmStore(openDexieDisk(`campo:lost-${(count += 1)}`));
});
afterEach(() => {
  store.close();
  vi.restoreAllMocks();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The storage process ends under the page, as on iOS in the background: what stood before answers nothing any more. */
function loseDatabase(): void {
  for (const connection of known) gone.add(connection);
}

describe('A database that goes away under the app', () => {
  test('is opened again by the next acts, also by several at once', async () => {
    await store.keepOnce('device', 'first');
    loseDatabase();
    const kept = await Promise.all(['a', 'b', 'c'].map((key) => store.keepOnce(key, `value ${key}`)));
    expect(kept).toEqual(['value a', 'value b', 'value c']);
    expect(await store.keepOnce('b', 'other')).toBe('value b');
  });

  test('still tells the screens of changes afterwards', async () => {
    let heard = 0;
    const stop = store.watch(farm, () => {
      heard += 1;
    });
    await pause(100);
    loseDatabase();
    await store.outbox(farm);
    for (const epoch of ['two', 'three']) {
      await pause(100);
      const before = heard;
      await store.changeOutbox(farm, () => ({ edit: { wantEpoch: epoch }, result: null }));
      await vi.waitFor(() => expect(heard).toBeGreaterThan(before));
    }
    stop();
  });

  test('and stays away is told as a failure of the disk, never as a bug, and the next act tries anew', async () => {
    await store.keepOnce('device', 'first');
    loseDatabase();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw lost();
    });
    await expect(store.keepOnce('device', 'second')).rejects.toThrow(StorageFailure);
    opening.mockRestore();
    expect(await store.keepOnce('device', 'third')).toBe('first');
  });
});
