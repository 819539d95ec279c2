import { beforeEach, describe, expect, test } from 'vitest';
import { type Disk, keyValues, type Row } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import { farmRows, organizationId as farm } from '../support/sim/farm-rows.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { versioned } from '../support/versioned.ts';

let kept: Disk;
let here: FarmStore;
let there: FarmStore;

const at = '2026-11-21T12:00:00.000Z';
const rows = farmRows.categories.map((row) => ({ table: 'categories', id: row.id, row }));

beforeEach(async () => {
  kept = openMemoryDisk();
  [here, there] = [openFarmStore(versioned(kept)), openFarmStore(versioned(kept))];
  await here.applyWhole(farm, { epoch: 'one', to: 7, page: null, next: null, progress: 1, changes: rows, at });
});

/** What a change of the outbox knows of the farm's categories by itself. */
const known = (store: FarmStore): Promise<readonly string[] | null> =>
  store.changeOutbox(farm, ({ categories }) => ({
    edit: {},
    result: categories ? categories.map(({ name }) => name) : null,
  }));

describe('What a save knows of the farm without a look', () => {
  test('is what this tab has read, as long as nobody has changed it', async () => {
    expect(await known(here)).toBe(null);
    const { categories } = await here.picture(farm, {});
    expect(categories.length).toBeGreaterThan(0);
    expect(await known(here)).toEqual(categories.map(({ name }) => name));
    expect(await known(there)).toBe(null);
  });

  test('is nothing once another tab has written rows, until this one has read them', async () => {
    await here.picture(farm, {});
    const [first] = rows;
    if (!first) throw new Error('The farm has no categories');
    const renamed = { ...first, row: { ...first.row, name: 'Otra' } };
    await there.applyRows(farm, [renamed], null);
    expect(await known(here)).toBe(null);
    await here.picture(farm, {});
    expect(await known(here)).toContain('Otra');
  });

  test('stays what it was when movements come, and is nothing once an app that leaves no mark of the lists has written', async () => {
    const { categories } = await here.picture(farm, {});
    const gone = [{ table: 'movements', id: 'none', row: null }] as const;
    await there.applyRows(farm, gone, null);
    expect(await known(here)).toEqual(categories.map(({ name }) => name));
    await kept.transact('write', [keyValues], async (tables) => {
      await tables[keyValues].put([{ key: 'stamp', value: 'of an older app' } as Row]);
    });
    expect(await known(here)).toBe(null);
    await here.picture(farm, {});
    expect(await known(here)).toBe(null);
    await there.applyRows(farm, gone, null);
    await here.picture(farm, {});
    expect(await known(here)).toEqual(categories.map(({ name }) => name));
  });

  test('is nothing of another set of rows', async () => {
    await here.picture(farm, {});
    await here.changeOutbox(farm, () => ({ edit: { wantEpoch: 'two' }, result: null }));
    const changes = rows.map((change) => ({ ...change, row: { ...change.row, name: `${change.row.name} nueva` } }));
    await here.applyWhole(farm, { epoch: 'two', to: 9, page: null, next: null, progress: 1, changes, at });
    expect(await known(here)).toBe(null);
  });

  test('is what an app of before wrote, which knows no version of the lists, whatever comes after it', async () => {
    const seen = async () => (await here.picture(farm, {})).categories.map(({ name }) => name);
    const bring = async (from: number) => {
      const page = { epoch: 'one', from, to: from + 1, more: false, acks: [], reported: new Set<string>(), at };
      const changes = [{ table: 'movements', id: 'm-1', row: null }] as const;
      expect(await here.applyPage(farm, { ...page, changes })).toBe('applied');
    };
    const before = await seen();
    await bring(7);
    expect(await seen()).toEqual(before);
    const [first] = rows;
    if (!first) throw new Error('The farm has no categories');
    await kept.transact('write', ['things', 'notes'], async ({ things, notes }) => {
      const key = `${farm}#1/categories/${first.id}`;
      await things.put([{ key, thing: { ...first.row, name: 'De antes' } } as { key: string }]);
      await notes.put([{ key: 'stamp', value: 'of before' } as { key: string }]);
    });
    await bring(8);
    expect(await seen()).toContain('De antes');
    await bring(9);
    expect(await seen()).toContain('De antes');
  });
});
