import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import type { Disk } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { orderKey } from '../../src/app/store/rows.ts';
import { movementsAtOnce } from '../../src/app/store/feed-page.ts';
import type { Ask, FarmStore } from '../../src/app/store/store.ts';
import type { FeedPage, Staging } from '../../src/app/store/pages.ts';
import { organizationId as farm } from '../support/sim/farm-rows.ts';
import { versioned } from '../support/versioned.ts';
import { at, change, dayOf, feedPage, plainMovement } from '../support/movement-rows.ts';

const movement = (id: string, index: number, more: Partial<Movement> = {}) =>
  plainMovement({
    id,
    type: index % 3 === 0 ? 'DEATH' : 'RAIN',
    date: dayOf(index),
    metadata: {
      lot_id: index % 2 === 0 ? 'ombu' : 'bajo',
      campo_id: 'sur',
      mm: index % 40,
    },
    ...more,
  });
const cell = (head: number): Change => ({
  table: 'cells',
  id: 'ombu|vaca',
  row: { id: 'ombu|vaca', lot_id: 'ombu', rodeo_id: null, category_id: 'vaca', head },
});

const standing = Array.from({ length: 90 }, (_, index) => movement(`old-${index}`, index));
/** New ones, corrected ones (some on another day and lot), and some that are gone; one comes twice. */
const news: readonly Change[] = [
  ...Array.from({ length: 2 * movementsAtOnce }, (_, index) => change(movement(`new-${index}`, 3 * index))),
  ...standing.slice(0, 30).map((row, index) => change({ ...row, version: 2, date: dayOf(index + 7), detail: 'otro' })),
  ...standing.slice(30, 50).map(({ id }): Change => ({ table: 'movements', id, row: null })),
  change(movement('new-0', 5, { version: 2 })),
  cell(40),
];

const backlog = feedPage(10, news);

/** How many rows each transaction wrote. */
function measured(disk: Disk, written: number[]): Disk {
  return {
    ...disk,
    transact: (mode, names, run) =>
      disk.transact(mode, names, async (tables) => {
        let rows = 0;
        const { movements } = tables;
        const counted = movements && {
          ...movements,
          put: (put: Parameters<typeof movements.put>[0]) => {
            rows += put.length;
            return movements.put(put);
          },
        };
        const result = await run({ ...tables, ...(counted && { movements: counted }) });
        written.push(rows);
        return result;
      }),
  };
}

let count = 0;
const disks: readonly (readonly [string, () => Disk])[] = [
  ['in memory', openMemoryDisk],
  ['in IndexedDB', () => versioned(openDexieDisk(`campo:long-${(count += 1)}`))],
];

const asks: readonly Ask[] = [
  { movements: { limit: 7 }, rainYear: '2026', lastByLot: true, ids: ['old-0', 'old-31', 'old-80', 'new-0', 'none'] },
  { movements: { limit: 500 } },
  { movements: { limit: 5, type: 'RAIN', from: '2026-01-20', to: '2026-03-01' } },
  { movements: { limit: 9, lotId: 'ombu', after: orderKey(movement('old-60', 60)) } },
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

const load = (store: FarmStore, to = 10): Promise<string> =>
  store.applyWhole(farm, {
    epoch: 'one',
    to,
    page: null,
    next: null,
    progress: 1,
    changes: [...standing.map(change), cell(30)],
    at,
  });

async function stageAll(store: FarmStore, whole: FeedPage = backlog): Promise<FeedPage> {
  let staging: Staging | null = null;
  for (;;) {
    const next: Staging | 'whole' | 'stale' = await store.stage(farm, whole, staging);
    if (next === 'stale') throw new Error('stale');
    if (next === 'whole') return { ...whole, staging };
    staging = next;
  }
}

const lying = async (store: FarmStore): Promise<boolean> => (await store.outbox(farm)).sync.staged?.isShown === true;
async function settleAll(store: FarmStore): Promise<void> {
  while (await lying(store)) await store.settle(farm);
}

describe.each(disks)('A long page of the feed, %s', (_name, open) => {
  let disk: Disk;
  let store: FarmStore;
  let before: readonly object[];
  let after: unknown;
  const written: number[] = [];
  beforeEach(async () => {
    disk = measured(open(), written);
    store = openFarmStore(disk);
    await load(store);
    before = await seen(store);
    const inOne = openFarmStore(openMemoryDisk(), undefined, 0, { atOnce: Infinity });
    await load(inOne);
    await inOne.applyPage(farm, backlog);
    after = await seen(inOne);
    written.length = 0;
  });

  test('is seen whole or not at all, whichever of its steps was the last, and none holds more than a few rows', async () => {
    let staging: Staging | null = null;
    for (;;) {
      const next: Staging | 'whole' | 'stale' = await store.stage(farm, backlog, staging);
      expect(await seen(store)).toEqual(before);
      if (next === 'whole' || next === 'stale') break;
      staging = next;
    }
    expect(await store.applyPage(farm, { ...backlog, staging })).toBe('applied');
    expect(await seen(store)).toEqual(after);
    let steps = 0;
    for (; await lying(store); steps += 1) {
      await store.settle(farm);
      expect(await seen(store)).toEqual(after);
    }
    expect(steps).toBeGreaterThan(2);
    expect(Math.max(...written)).toBe(movementsAtOnce);
  });

  test.each([
    ['longer steps while nobody records', true, 4 * movementsAtOnce],
    ['short ones while somebody does', false, movementsAtOnce],
  ])('goes in by %s', async (_steps, isCalm, most) => {
    const paced = openFarmStore(disk, undefined, 0, { isCalm: () => isCalm });
    await paced.applyPage(farm, await stageAll(paced));
    await settleAll(paced);
    expect(Math.max(...written)).toBe(most);
    expect(await seen(paced)).toEqual(after);
  });

  test('whose tab dies before it is shown is put aside anew by the next, and what it left is swept', async () => {
    await store.stage(farm, backlog, await (store.stage(farm, backlog, null) as Promise<Staging>));
    const next = openFarmStore(disk);
    expect(await seen(next)).toEqual(before);
    await next.applyPage(farm, await stageAll(next));
    await settleAll(next);
    while (await next.sweep(farm, '0'));
    expect(await seen(next)).toEqual(after);
    const rows = await disk.transact('read', ['movements', 'rain'], async ({ movements, rain }) => [
      ...(await movements.range({ from: '', to: '\uffff' })),
      ...(await rain.range({ from: '', to: '\uffff' })),
    ]);
    const { generation } = (await next.outbox(farm)).sync;
    expect(rows.filter(({ key }) => !key.startsWith(`${farm}#${generation}/`))).toEqual([]);
  });

  test('whose tab dies when it is shown is seen the same, and settled by the next', async () => {
    await store.applyPage(farm, await stageAll(store));
    await store.settle(farm);
    const next = openFarmStore(disk);
    while (await next.sweep(farm, '0'));
    expect(await seen(next)).toEqual(after);
    expect(await next.digest(farm)).toBeNull();
    expect(await next.applyPage(farm, feedPage(11, [change(movement('newest', 8))]))).toBe('stale');
    await settleAll(next);
    expect(await seen(next)).toEqual(after);
    expect(await next.digest(farm)).not.toBeNull();
    expect(await next.applyPage(farm, feedPage(11, [change(movement('newest', 8))]))).toBe('applied');
  });

  test('is not taken where another tab was first, with the same page or another', async () => {
    const mine = await stageAll(store);
    const theirs = await stageAll(openFarmStore(disk));
    expect(await store.applyPage(farm, mine)).toBe('stale');
    expect(await store.applyPage(farm, theirs)).toBe('applied');
    expect(await store.stage(farm, feedPage(11, news), null)).toBe('stale');
    expect(await store.applyPage(farm, mine)).toBe('stale');
    await settleAll(store);
    expect(await seen(store)).toEqual(after);
  });

  test('is not taken where the whole was loaded meanwhile', async () => {
    const mine = await stageAll(store);
    expect(await load(store)).toBe('applied');
    expect(await store.applyPage(farm, mine)).toBe('stale');
    expect(await seen(store)).toEqual(before);
  });

  test('that is shown gives way to a load of the whole', async () => {
    await store.applyPage(farm, await stageAll(store));
    expect(await load(store, 12)).toBe('applied');
    expect(await seen(store)).toEqual(before.map((picture) => ({ ...picture, cursor: 12 })));
    expect(await lying(store)).toBe(false);
  });

  test('tells its rows that cannot be read', async () => {
    const torn: Change = { table: 'movements', id: 'torn', row: { id: 'torn' } };
    await store.applyPage(farm, await stageAll(store, feedPage(10, [...news, torn])));
    expect(await store.diagnostics()).toEqual([{ at, event: 'unreadable-rows', detail: 'movements torn' }]);
  });
});
