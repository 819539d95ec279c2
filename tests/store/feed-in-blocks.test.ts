import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { type Disk, type Row, type TableName } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { blocksAtOnce } from '../../src/app/store/history-page.ts';
import type { FeedPage } from '../../src/app/store/pages.ts';
import { type Ask, type FarmStore, type Pace, StorageFailure } from '../../src/app/store/store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { farm } from '../support/rain-op.ts';
import { versioned } from '../support/versioned.ts';
import { at, change, dayOf, feedPage, plainMovement } from '../support/movement-rows.ts';
import { leftOver } from '../support/stored-rows.ts';

const movement = (id: string, index: number, more: Partial<Movement> = {}) =>
  plainMovement({
    id,
    type: index % 3 === 0 ? 'DEATH' : 'RAIN',
    date: dayOf(index),
    organization_id: farm,
    metadata: { lot_id: index % 2 ? 'bajo' : 'ombu', campo_id: 'sur', mm: index % 40 },
    ...more,
  });

const born = Array.from({ length: 130 }, (_, index) => change(movement(`new-${index}`, 3 * index + 1)));
/** Changed since: one that lies in a block, one among the rows, and one that is gone. */
const changed: readonly Change[] = [
  change(movement('old-3', 8, { version: 2, detail: 'otro' })),
  change(movement('row-1', 9, { version: 2 })),
  { table: 'movements', id: 'old-4', row: null },
];
/** It is here already, though nothing says so: among the rows, or in a block. */
const again: readonly Change[] = [change(movement('row-0', 12)), change(movement('old-9', 13))];
const backlog = feedPage(11, [...born, ...changed, ...again]);

const asks: readonly Ask[] = [
  { movements: { limit: 7 }, rainYear: '2026', lastByLot: true, ids: ['old-3', 'old-4', 'new-0', 'row-0', 'none'] },
  { movements: { limit: 500 } },
  { movements: { limit: 5, type: 'RAIN', from: '2026-01-20', to: '2026-03-01' } },
];

/** All that screens read of the farm, but for what is said of its making. */
async function seen(store: FarmStore): Promise<readonly object[]> {
  const pictures = [];
  for (const ask of asks) {
    const { sync, ops, ...rest } = await store.picture(farm, ask);
    pictures.push({ ...rest, cursor: sync.cursor, waiting: ops.length });
  }
  return pictures;
}

interface Written {
  readonly mode: string;
  readonly names: readonly TableName[];
  movements: number;
  blocks: number;
}

/** `before`: what happens once, before the next transaction that shows a page. */
interface Tab {
  readonly store: FarmStore;
  readonly done: Written[];
  before: (() => Promise<unknown>) | null;
}

function openTab(disk: Disk, pace: Pace = {}): Tab {
  const done: Written[] = [];
  const watched: Disk = {
    ...disk,
    transact: async (mode, names, task, ahead) => {
      const { before } = tab;
      if (before && mode === 'write' && names.includes('contents')) {
        tab.before = null;
        await before();
      }
      const own: Written = { mode, names, movements: 0, blocks: 0 };
      done.push(own);
      const counting = (tables: Parameters<typeof task>[0]): Parameters<typeof task>[0] => {
        const count = (name: 'movements' | 'blocks') => ({
          ...tables[name],
          put: (rows: readonly Row[]) => {
            own[name] += rows.length;
            return tables[name].put(rows);
          },
        });
        return {
          ...tables,
          ...(names.includes('movements') && { movements: count('movements') }),
          ...(names.includes('blocks') && { blocks: count('blocks') }),
        };
      };
      return await disk.transact(mode, names, (tables) => task(counting(tables)), ahead);
    },
  };
  const tab: Tab = { store: openFarmStore(watched, undefined, 0, pace), done, before: null };
  return tab;
}

const standing = Array.from({ length: 40 }, (_, index) => change(movement(`old-${index}`, index)));
const rows = Array.from({ length: 3 }, (_, index) => change(movement(`row-${index}`, 5 * index)));
const whole = { epoch: 'one', page: null, next: null, progress: 1, at };

async function load(store: FarmStore): Promise<void> {
  expect(await store.applyWhole(farm, { ...whole, to: 10, changes: standing })).toBe('applied');
  expect(await store.applyPage(farm, feedPage(10, rows))).toBe('applied');
}

/** As the sending's run takes it in. */
async function take(store: FarmStore, news: FeedPage = backlog): Promise<string> {
  expect(await store.stage(farm, news, null)).toBe('whole');
  return await store.applyPage(farm, news);
}

const dies = (): Promise<never> => Promise.reject(new StorageFailure('The tab is gone'));

let count = 0;
const disks: readonly (readonly [string, () => Disk])[] = [
  ['in memory', () => versioned(openMemoryDisk())],
  ['in IndexedDB', () => versioned(openDexieDisk(`campo:feed-blocks-${(count += 1)}`))],
];

describe.each(disks)('Many new records of the feed, %s', (_name, open) => {
  let disk: Disk;
  let ana: Tab;
  let other: Tab;
  let before: readonly object[];
  let after: readonly object[];
  beforeEach(async () => {
    disk = open();
    [ana, other] = [openTab(disk), openTab(disk)];
    await load(ana.store);
    before = await seen(ana.store);
    const byRows = openFarmStore(openMemoryDisk(), undefined, 0, { fewestInBlocks: Infinity });
    await load(byRows);
    await byRows.applyPage(farm, backlog);
    after = await seen(byRows);
    ana.done.length = 0;
  });

  test('go in by blocks, where no save waits for them; what was here already goes among the rows, once', async () => {
    expect(await take(ana.store)).toBe('applied');
    expect(await seen(ana.store)).toEqual(after);
    const writers = ana.done.filter(({ movements, blocks }) => movements + blocks > 0);
    expect(writers.map(({ mode, movements }) => [mode, movements])).toEqual([
      ['move', 0],
      ['write', 4],
    ]);
    expect(writers[0]?.names).toEqual(['blocks']);
    expect(await leftOver(disk)).toEqual([]);
    expect(await ana.store.digest(farm)).not.toBeNull();
  });

  test('are one transaction where nobody records', async () => {
    const calm = openTab(disk, { isCalm: () => true });
    expect(await take(calm.store)).toBe('applied');
    expect(await seen(calm.store)).toEqual(after);
    const writers = calm.done.filter(({ mode }) => mode !== 'read');
    expect(writers.map(({ movements, blocks }) => [movements, blocks > 0])).toEqual([[4, true]]);
  });

  test('that a later page changes and takes away are seen as it says', async () => {
    await take(ana.store);
    const next = feedPage(12, [
      change(movement('new-5', 4, { version: 2 })),
      { table: 'movements', id: 'new-6', row: null },
    ]);
    const byRows = openFarmStore(openMemoryDisk(), undefined, 0, { fewestInBlocks: Infinity });
    await load(byRows);
    for (const each of [backlog, next]) await byRows.applyPage(farm, each);
    expect(await take(ana.store, next)).toBe('applied');
    expect(await seen(ana.store)).toEqual(await seen(byRows));
  });

  test('of a tab that dies before they are shown are not seen; the next brings them, and leaves nothing over', async () => {
    ana.before = dies;
    await expect(take(ana.store)).rejects.toThrow(StorageFailure);
    expect((await leftOver(disk)).length).toBeGreaterThan(1);
    expect(await seen(other.store)).toEqual(before);
    expect(await take(other.store)).toBe('applied');
    expect(await seen(other.store)).toEqual(after);
    expect(await leftOver(disk)).toEqual([]);
  });

  test('are swept where nobody brings them', async () => {
    ana.before = dies;
    await expect(take(ana.store)).rejects.toThrow(StorageFailure);
    while (await other.store.sweep(farm, '2020-01-01'));
    expect(await leftOver(disk)).toEqual([]);
    expect(await seen(other.store)).toEqual(before);
  });

  test('are not taken twice where another tab brought them meanwhile', async () => {
    ana.before = () => take(other.store);
    expect(await take(ana.store)).toBe('stale');
    expect(await seen(ana.store)).toEqual(after);
    while (await ana.store.sweep(farm, '2020-01-01'));
    expect(await leftOver(disk)).toEqual([]);
  });

  test('do not go into a set that nobody reads any more, where the whole was loaded at the same sequence', async () => {
    ana.before = () => other.store.applyWhole(farm, { ...whole, to: 11, changes: [...standing, ...rows] });
    expect(await take(ana.store)).toBe('stale');
    expect(await seen(ana.store)).toEqual(before);
    expect(await take(ana.store)).toBe('applied');
    expect(await seen(ana.store)).toEqual(after);
  });

  test('are not shown without their blocks', async () => {
    ana.before = async () => {
      while (await other.store.sweep(farm, '2020-01-01'));
    };
    expect(await take(ana.store)).toBe('stale');
    expect(await seen(ana.store)).toEqual(before);
    expect(await take(ana.store)).toBe('applied');
    expect(await seen(ana.store)).toEqual(after);
  });

  describe('so many that one transaction would be long', () => {
    const long = feedPage(
      11,
      Array.from({ length: 400 }, (_, index) =>
        change(movement(`long-${index}`, index, { detail: 'x'.repeat(5_000) })),
      ),
    );

    test('go in by several, also where nobody records', async () => {
      const calm = openTab(disk, { isCalm: () => true });
      expect(await take(calm.store, long)).toBe('applied');
      const writers = calm.done.filter(({ blocks }) => blocks > 0);
      expect(writers.map(({ mode, names, blocks }) => [mode, names, blocks <= blocksAtOnce + 1])).toEqual([
        ['move', ['blocks'], true],
        ['move', ['blocks'], true],
      ]);
      expect(await leftOver(disk)).toEqual([]);
      const { movements } = await calm.store.picture(farm, { movements: { limit: 1_000 } });
      expect(movements.filter(({ id }) => id.startsWith('long-'))).toHaveLength(400);
    });

    test('are given up where another tab took the claim in between, and nothing lies over', async () => {
      const steps = { done: 0 };
      const late = openTab({
        ...disk,
        transact: async (mode, names, task, ahead) => {
          if (mode === 'move' && (steps.done += 1) === 2) while (await other.store.sweep(farm, '2020-01-01'));
          return await disk.transact(mode, names, task, ahead);
        },
      });
      expect(await take(late.store, long)).toBe('stale');
      expect(steps.done).toBe(2);
      expect(await leftOver(disk)).toEqual([]);
      expect(await seen(other.store)).toEqual(before);
    });
  });

  test('of another life are no news of this one', async () => {
    expect(await take(ana.store, { ...backlog, epoch: 'two' })).toBe('other-epoch');
    expect(await leftOver(disk)).toEqual([]);
  });

  test('tell the rows that cannot be read', async () => {
    const torn: Change = { table: 'movements', id: 'torn', row: { id: 'torn', version: 1 } };
    await take(ana.store, feedPage(11, [...born, torn]));
    expect(await ana.store.diagnostics()).toEqual([{ at, event: 'unreadable-rows', detail: 'movements torn' }]);
  });
});
