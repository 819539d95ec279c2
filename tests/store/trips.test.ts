import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { startingWith } from '../../src/app/store/disk.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import { farmRows, organizationId as farm } from '../support/sim/farm-rows.ts';
import { versioned } from '../support/versioned.ts';
import { at, change, plainMovement } from '../support/movement-rows.ts';

const rain = (index: number, mm = 10) =>
  plainMovement({
    id: `m-${index}`,
    type: 'RAIN',
    date: `2026-0${1 + (index % 9)}-15`,
    metadata: { lot_id: null, campo_id: 'sur', mm },
  });
const lists: readonly Change[] = [
  ...farmRows.lots.map((row) => ({ table: 'lots', id: row.id, row })),
  ...farmRows.categories.map((row) => ({ table: 'categories', id: row.id, row })),
] as const;

const openTab = (name: string): FarmStore => openFarmStore(versioned(openDexieDisk(`campo:${name}`)));
const load = (store: FarmStore) =>
  store.applyWhole(farm, {
    epoch: 'one',
    to: 7,
    page: null,
    next: null,
    progress: 1,
    at,
    changes: [...lists, ...Array.from({ length: 60 }, (_, index) => change(rain(index)))],
  });

/** Edits of others, as the feed brings them; one of another month, so that two sums change. */
const page = {
  epoch: 'one',
  from: 7,
  to: 8,
  more: false,
  changes: [...[1, 2, 3].map((index) => change(rain(index, 30))), change({ ...rain(4), date: '2026-12-01' })],
  acks: [],
  reported: new Set<string>(),
  at,
};

/** How often something was asked of the disk after an answer: what each trip asked for, by table. */
async function tripsOf(act: () => Promise<unknown>): Promise<readonly (readonly string[])[]> {
  const trips: Set<string>[] = [];
  let isAnswered = true;
  const asks = (of: object, method: string): void => {
    const real = Reflect.get(of, method) as (...given: unknown[]) => IDBRequest;
    vi.spyOn(of as Record<string, () => unknown>, method).mockImplementation(function (this: unknown, ...given) {
      const request = real.apply(this, given);
      request.addEventListener('success', () => {
        isAnswered = true;
      });
      if (isAnswered) trips.push(new Set());
      isAnswered = false;
      trips.at(-1)?.add(this instanceof IDBIndex ? this.objectStore.name : (this as IDBObjectStore).name);
      return request;
    });
  };
  for (const method of ['get', 'getAll']) asks(IDBObjectStore.prototype, method);
  for (const method of ['getAll', 'openCursor']) asks(IDBIndex.prototype, method);
  await act();
  vi.restoreAllMocks();
  return trips.map((names) => [...names].toSorted());
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('Trips to the disk', () => {
  test('of a question of rows that nobody has read: versions, then all lists with the rows, then their blocks', async () => {
    await load(openTab('unread'));
    const store = openTab('unread');
    await store.outbox(farm);
    const ask = { movements: { limit: 10 }, things: ['assets'] } as const;
    expect(await tripsOf(() => store.picture(farm, ask))).toEqual([
      ['notes', 'sync'],
      ['contents', 'movements', 'things'],
      ['blocks'],
    ]);
  });

  test('of a page of the feed: versions, then what its rows were, with the sums of their months', async () => {
    const store = openTab('page');
    await load(store);
    await store.picture(farm, { movements: { limit: 10 } });
    const trips = await tripsOf(() => store.applyPage(farm, page));
    expect(trips).toEqual([['notes', 'sync'], ['blocks', 'movements', 'rain'], ['rain']]);
    const { rain: sums } = await store.picture(farm, { rainYear: '2026' });
    // Six or seven rains of 10 mm in each month: three have 20 mm more, one left its month for December.
    const months = [2, 3, 4, 5, 12].map((month) => sums.get(`2026-${String(month).padStart(2, '0')}|sur`));
    expect(months).toEqual([90, 90, 90, 60, 10]);
  });

  test('of a page of a first load, where nobody records: one, with the sums of its months', async () => {
    const store = openFarmStore(versioned(openDexieDisk('campo:whole')), undefined, 0, { isCalm: () => true });
    const part = (from: number, page: string | null, next: string) =>
      store.applyWhole(farm, {
        epoch: 'one',
        to: 7,
        page,
        next,
        progress: 0,
        at,
        changes: Array.from({ length: 60 }, (_, index) => change(rain(from + index))),
      });
    await part(0, null, 'b');
    await store.outbox(farm);
    expect(await tripsOf(() => part(60, 'b', 'c'))).toEqual([['notes', 'rain', 'sync']]);
    const { rain: sums, movements } = await store.picture(farm, { rainYear: '2026', movements: { limit: 500 } });
    expect(movements).toHaveLength(120);
    expect([...sums.values()].reduce((all, mm) => all + mm, 0)).toBe(1200);
  });

  test('of a question after a page that changed no list read no list, and read them after one that did', async () => {
    const store = openTab('lists');
    await load(store);
    const asked = async () => (await tripsOf(() => store.picture(farm, { shownId: '-1' }))).flat();
    await store.picture(farm, {});
    await store.applyPage(farm, page);
    expect(await asked()).toEqual(['ids', 'notes', 'sync', 'movements']);
    const [lot] = lists;
    await store.applyPage(farm, { ...page, from: 8, to: 9, changes: lot ? [lot] : [] });
    expect(await asked()).toContain('things');
  });

  test('of the newest rows are one, where the browser reads backwards by itself, and they are the same where it does not', async () => {
    const disk = openDexieDisk('campo:backwards');
    const rows = Array.from({ length: 30 }, (_, index) => ({ key: `f/${index}`, order: `f/${100 + index}` }));
    await disk.transact('write', ['movements'], async ({ movements }) => await movements.put(rows));
    const newest = (limit?: number) =>
      disk.transact('read', ['movements'], async ({ movements }) =>
        (await movements.range({ ...startingWith('f/'), index: 'order', reverse: true, ...(limit && { limit }) })).map(
          ({ key }) => key,
        ),
      );
    const found = [await newest(12), await newest()];
    expect(found.map((keys) => keys.length)).toEqual([12, 30]);
    expect(found[0]?.[0]).toBe('f/29');
    expect(await tripsOf(() => newest(12))).toHaveLength(1);
    const own = Object.getOwnPropertyDescriptor(IDBIndex.prototype, 'getAllRecords');
    if (!own) throw new Error('This database reads backwards by a cursor alone');
    Reflect.deleteProperty(IDBIndex.prototype, 'getAllRecords');
    try {
      expect([await newest(12), await newest()]).toEqual(found);
    } finally {
      Object.defineProperty(IDBIndex.prototype, 'getAllRecords', own);
    }
  });
});
