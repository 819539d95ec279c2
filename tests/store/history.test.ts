import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { type Disk, startingWith } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { orderKey } from '../../src/app/store/rows.ts';
import type { FeedPage } from '../../src/app/store/pages.ts';
import type { Ask, FarmStore, MovementQuery } from '../../src/app/store/store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { organizationId as farm } from '../support/sim/farm-rows.ts';
import { versioned } from '../support/versioned.ts';
import { at, change, dayOf, feedPage, gone, plainMovement } from '../support/movement-rows.ts';

const kinds = ['RAIN', 'DEATH', 'TREATMENT', 'COUNT'] as const;

const movement = (index: number, more: Partial<Movement> = {}) =>
  plainMovement({
    id: `m-${index}`,
    type: kinds[index % kinds.length] ?? 'RAIN',
    date: dayOf(index),
    rodeoId: index % 5 === 0 ? 'cria' : null,
    detail: 'una línea de detalle, para que un bloque no las tenga a todas',
    metadata: {
      lot_id: index % 2 === 0 ? 'ombu' : 'bajo',
      campo_id: 'sur',
      mm: index % 40,
      ...(index % 7 === 0 && { asset_id: 'sal' }),
      ...(index % 11 === 0 && { reproductive_cycle_id: 'servicio' }),
    },
    ...(index % 13 === 0 && { review: { reasons: ['doubt'] } }),
    ...more,
  });

const all = Array.from({ length: 700 }, (_, index) => movement(index)).toSorted((a, b) =>
  orderKey(a) < orderKey(b) ? 1 : -1,
);
/** What was changed while the pages went over the wire comes twice: under its new day, and under its old one before. */
const moved = { ...movement(298), version: 2, date: '2026-01-02', metadata: { ...movement(298).metadata, mm: 31 } };
const pages: readonly (readonly Change[])[] = [
  all.slice(0, 300).map(change),
  all.slice(300, 500).map(change),
  [...all.slice(500), moved].map(change),
];
/** What the feed has brought when the last page comes. */
const since: readonly Change[] = [change(moved), gone('m-10'), change(movement(900))];

/** Such a farm as a load of the whole brings it. */
async function loadPages(store: FarmStore): Promise<void> {
  const whole = { epoch: 'one', to: 10, progress: 0, at };
  const [first = [], second = [], third = []] = pages;
  await store.applyWhole(farm, { ...whole, page: null, next: 'b', changes: first });
  await store.applyWhole(farm, { ...whole, page: 'b', next: 'c', changes: second });
  await store.applyWhole(farm, { ...whole, page: 'c', next: null, changes: [...third, ...since] });
}

/** The same farm, row by row as the feed brings it. */
async function loadRows(store: FarmStore): Promise<void> {
  await store.applyWhole(farm, { epoch: 'one', to: 9, page: null, next: null, progress: 1, changes: [], at });
  await store.applyPage(farm, feedPage(9, [...pages.flat(), ...since]));
}

const queries: readonly Omit<MovementQuery, 'limit'>[] = [
  {},
  { type: 'RAIN' },
  { lotId: 'ombu' },
  { rodeoId: 'cria' },
  { assetId: 'sal' },
  { cycleId: 'servicio' },
  { inReview: true },
  { from: '2026-03-01', to: '2026-03-09' },
  { type: 'DEATH', from: '2026-02-02', to: '2026-06-30' },
  { lotId: 'none' },
];
const asks: readonly Ask[] = [
  ...queries.flatMap((query): Ask[] => [
    { movements: { ...query, limit: 7 } },
    { movements: { ...query, limit: 7, after: orderKey(movement(155)) } },
    { movements: { ...query, limit: 5_000 } },
  ]),
  { rainYear: '2026', ids: ['m-0', 'm-3', 'm-10', 'm-299', 'm-555', 'm-900', 'none'], lastByLot: true },
];

const byKey = <T extends readonly [string, unknown]>(entries: readonly T[]): T[] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1));

/** All that screens read, and what the rows are known by. */
async function seen(store: FarmStore): Promise<readonly unknown[]> {
  const pictures: unknown[] = [];
  for (const ask of asks) {
    const { byId, movements, rain, lastByLot } = await store.picture(farm, ask);
    const rains = byKey([...rain].filter(([, mm]) => mm !== 0));
    const known = byKey([...byId]);
    pictures.push({ ask, movements, known, rains, lastByLot: byKey([...lastByLot]) });
  }
  return [...pictures, (await store.digest(farm))?.tables];
}

const rowsOf = (disk: Disk, name: 'movements' | 'contents' | 'blocks') =>
  disk.transact('read', [name], async (tables) => await tables[name].range(startingWith('')));

let count = 0;
const disks: readonly (readonly [string, () => Disk])[] = [
  ['in memory', openMemoryDisk],
  ['in memory with versions', () => versioned(openMemoryDisk())],
  ['in IndexedDB', () => versioned(openDexieDisk(`campo:history-${(count += 1)}`))],
];

describe.each(disks)('A history that came by the page, %s', (_name, open) => {
  let disk: Disk;
  let store: FarmStore;
  let plain: FarmStore;
  beforeEach(async () => {
    disk = open();
    store = openFarmStore(disk);
    plain = openFarmStore(openMemoryDisk(), undefined, 0, { atOnce: Infinity });
    await loadPages(store);
    await loadRows(plain);
  });

  test('answers every question as row by row', async () => {
    expect(await seen(store)).toEqual(await seen(plain));
  });

  test('costs the disk a record for many movements, and none that is too long to be written beside others', async () => {
    const blocks = await rowsOf(disk, 'blocks');
    // What came twice, and what the feed had of it, stands by itself.
    expect((await rowsOf(disk, 'movements')).map(({ key }) => key)).toEqual([`${farm}#1/m-298`]);
    expect((await rowsOf(disk, 'contents')).length).toBe(pages.length);
    expect(blocks.length).toBeLessThan(all.length / 30);
    for (const block of blocks) expect(JSON.stringify(block).length).toBeLessThan(60_000);
  });

  test('follows what the feed changes, brings and takes away, and sums it once', async () => {
    const news = [
      change({ ...movement(0), version: 2, date: '2026-12-01', metadata: { ...movement(0).metadata, mm: 99 } }),
      change({ ...movement(299), version: 2, deleted: true }),
      gone('m-4'),
      gone('m-3'),
      gone('none'),
      change(movement(901)),
    ];
    for (const one of [store, plain]) await one.applyPage(farm, feedPage(10, news));
    expect(await seen(store)).toEqual(await seen(plain));
    const again = [change({ ...movement(0), version: 3 }), change(movement(4)), gone('m-299')];
    for (const one of [store, plain]) await one.applyPage(farm, feedPage(11, again));
    expect(await seen(store)).toEqual(await seen(plain));
  });

  test('takes in a long page of the feed, step by step', async () => {
    const news = all.slice(0, 60).map((row) => change({ ...row, version: 2, date: '2026-05-05' }));
    const long = feedPage(10, [...news, gone('m-8'), gone('m-12')]);
    let staging: FeedPage['staging'] = null;
    for (;;) {
      const next = await store.stage(farm, long, staging);
      if (next === 'whole' || next === 'stale') break;
      staging = next;
    }
    expect(await store.applyPage(farm, { ...long, staging })).toBe('applied');
    await plain.applyPage(farm, long);
    expect((await seen(store)).slice(0, -1)).toEqual((await seen(plain)).slice(0, -1));
    while ((await store.outbox(farm)).sync.staged) await store.settle(farm);
    expect(await seen(store)).toEqual(await seen(plain));
  });

  test('is known by another tab as it is, whatever that one had read before', async () => {
    const other = openFarmStore(disk);
    await seen(other);
    await store.applyPage(farm, feedPage(10, [gone('m-20'), change({ ...movement(21), version: 2 })]));
    await plain.applyPage(farm, feedPage(10, [gone('m-20'), change({ ...movement(21), version: 2 })]));
    expect(await seen(other)).toEqual(await seen(plain));
  });

  test('gives way to the one that is loaded after it, and is swept without a rest', async () => {
    const [row] = all;
    const changes = row ? [change({ ...row, version: 2 })] : [];
    await store.applyWhole(farm, { epoch: 'two', to: 3, page: null, next: null, progress: 1, changes, at });
    while (await store.sweep(farm, '2020-01-01'));
    expect((await store.picture(farm, { movements: { limit: 9 } })).movements).toEqual([{ ...row, version: 2 }]);
    expect((await rowsOf(disk, 'contents')).length).toBe(1);
    expect(await rowsOf(disk, 'movements')).toEqual([]);
    for (const { key } of await rowsOf(disk, 'blocks')) expect(key.startsWith(`${farm}#2/`)).toBe(true);
  });

  test('goes with everything else from a phone that empties itself', async () => {
    await store.empty(new Set());
    for (const name of ['movements', 'contents', 'blocks'] as const) expect(await rowsOf(disk, name)).toEqual([]);
  });
});
