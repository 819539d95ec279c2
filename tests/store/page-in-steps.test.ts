import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { type Disk, type Row, type TableName, type Tables } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { type HistoryPage, makePage, pageIn, showPage, stagePage } from '../../src/app/store/history-page.ts';
import { withFreeSpace } from '../../src/app/store/free-space.ts';
import { breathing } from '../../src/app/store/pace.ts';
import { type FarmStore, type Pace, StorageFailure, type WholePage } from '../../src/app/store/store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { farm, rain } from '../support/rain-op.ts';
import { versioned } from '../support/versioned.ts';
import { leftOver, rowsOf } from '../support/stored-rows.ts';

const at = '2026-11-21T12:00:00.000Z';

const movement = (index: number, version = 1): Movement => ({
  id: `m-${index}`,
  type: 'RAIN',
  date: '2026-05-05',
  count: {},
  rodeoId: null,
  detail: 'una línea de detalle, para que un bloque no las tenga a todas',
  reference: null,
  animals: [],
  organization_id: farm,
  created_at: new Date(Date.parse(at) - index * 60_000).toISOString(),
  updated_at: at,
  created_by: 'ana',
  version,
  deleted: false,
  metadata: { lot_id: null, campo_id: 'sur', mm: 1, deletedBy: null, editHistory: [] },
});
const changesOf = (from: number, to: number, version = 1): Change[] =>
  Array.from({ length: to - from }, (_, index) => {
    const row = movement(from + index, version);
    return { table: 'movements', id: row.id, row };
  });
const whole = { epoch: 'one', to: 10, progress: 0, at };
const first: WholePage = { ...whole, page: null, next: 'b', changes: changesOf(0, 200) };
const second: WholePage = { ...whole, page: 'b', next: 'c', changes: changesOf(200, 400) };
const last: WholePage = { ...whole, page: 'c', next: null, changes: changesOf(400, 420) };

interface Transaction {
  readonly mode: string;
  readonly names: readonly TableName[];
  /** How many blocks it puts. */
  blocks: number;
}

/** A tab over a disk that others share. `before`: what happens once, before its next transaction that shows a page. */
interface Tab {
  readonly store: FarmStore;
  readonly done: Transaction[];
  before: (() => Promise<unknown>) | null;
}

const isBlock = ({ key }: Row): boolean => !key.startsWith('claims/');

function openTab(disk: Disk, pace: Pace = {}): Tab {
  const done: Transaction[] = [];
  const watched: Disk = {
    ...disk,
    transact: async (mode, names, task, ahead) => {
      const { before } = tab;
      if (before && mode === 'write' && names.includes('contents')) {
        tab.before = null;
        await before();
      }
      const own: Transaction = { mode, names, blocks: 0 };
      done.push(own);
      const counting = (tables: Tables): Tables => ({
        ...tables,
        blocks: {
          ...tables.blocks,
          put: (rows) => {
            own.blocks += rows.filter(isBlock).length;
            return tables.blocks.put(rows);
          },
        },
      });
      return await disk.transact(
        mode,
        names,
        (tables) => task(names.includes('blocks') ? counting(tables) : tables),
        ahead,
      );
    },
  };
  const tab: Tab = { store: openFarmStore(watched, undefined, 0, pace), done, before: null };
  return tab;
}

async function seen(
  store: FarmStore,
): Promise<{ readonly ids: string[]; readonly versions: number[]; readonly mm: number }> {
  const { movements, rain: rains } = await store.picture(farm, { movements: { limit: 5_000 }, rainYear: '2026' });
  return {
    ids: movements.map(({ id }) => id),
    versions: [...new Set(movements.map(({ version }) => version))],
    mm: [...rains.values()].reduce((sum, mm) => sum + mm, 0),
  };
}

const idsTo = (count: number): string[] => Array.from({ length: count }, (_, index) => `m-${index}`);
const shown = (count: number, version = 1) => ({ ids: idsTo(count), versions: [version], mm: count });

const dies = (): Promise<never> => Promise.reject(new StorageFailure('QuotaExceededError'));

let count = 0;
const disks: readonly (readonly [string, () => Disk])[] = [
  ['in memory', () => versioned(openMemoryDisk())],
  ['in IndexedDB', () => versioned(openDexieDisk(`campo:steps-${(count += 1)}`))],
];

describe.each(disks)('A page of a whole load that goes in by steps, %s', (_name, open) => {
  let disk: Disk;
  let ana: Tab;
  let other: Tab;
  beforeEach(() => {
    disk = open();
    [ana, other] = [openTab(disk), openTab(disk)];
  });

  test('writes its blocks where no save waits for them, and nothing long beside the outbox', async () => {
    for (const page of [first, second, last]) expect(await ana.store.applyWhole(farm, page)).toBe('applied');
    const writers = ana.done.filter(({ blocks }) => blocks > 0);
    expect(writers.map(({ mode, names }) => [mode, names])).toEqual(
      [first, second, last].map(() => ['move', ['blocks']]),
    );
    expect(await seen(ana.store)).toEqual(shown(420));
    expect(await leftOver(disk)).toEqual([]);
  });

  test('shows nothing of what a tab left that died before its contents, and the next cut of it leaves nothing over', async () => {
    await ana.store.applyWhole(farm, first);
    ana.before = dies;
    await expect(ana.store.applyWhole(farm, second)).rejects.toThrow(StorageFailure);
    expect((await leftOver(disk)).length).toBeGreaterThan(2);
    expect(await seen(other.store)).toEqual(shown(200));
    other.before = dies;
    await expect(other.store.applyWhole(farm, { ...second, changes: changesOf(200, 260) })).rejects.toThrow(
      StorageFailure,
    );
    // Two cuts, and what lies over is of one.
    expect((await leftOver(disk)).length).toBeLessThan(5);
    const rest: WholePage = { ...second, page: 'b2', changes: changesOf(300, 400) };
    expect(await other.store.applyWhole(farm, { ...second, next: 'b2', changes: changesOf(200, 300) })).toBe('applied');
    expect(await other.store.applyWhole(farm, rest)).toBe('applied');
    expect(await other.store.applyWhole(farm, last)).toBe('applied');
    expect(await seen(other.store)).toEqual(shown(420));
    expect(await leftOver(disk)).toEqual([]);
  });

  test('of two tabs that write the same page one shows it, as that one read it', async () => {
    await ana.store.applyWhole(farm, first);
    ana.before = async () => {
      expect(await other.store.applyWhole(farm, { ...second, changes: changesOf(200, 400, 2) })).toBe('applied');
    };
    expect(await ana.store.applyWhole(farm, second)).toBe('stale');
    const { ids, versions, mm } = await seen(ana.store);
    expect([ids, versions, mm]).toEqual([idsTo(400), [1, 2], 400]);
    const { movements } = await ana.store.picture(farm, { movements: { limit: 5_000 } });
    expect(movements.slice(200).every(({ version }) => version === 2)).toBe(true);
    expect(await leftOver(disk)).toEqual([]);
  });

  test('a tab that comes late writes over nothing that another has shown', async () => {
    await ana.store.applyWhole(farm, first);
    const looked = { is: false };
    // It looks while the page is still to come, and writes when that has been shown.
    const late = openTab({
      ...disk,
      transact: async (mode, names, task, ahead) => {
        if (mode === 'move' && !looked.is) {
          looked.is = true;
          await other.store.applyWhole(farm, { ...second, changes: changesOf(200, 400, 2) });
        }
        return await disk.transact(mode, names, task, ahead);
      },
    });
    expect(await late.store.applyWhole(farm, second)).toBe('stale');
    expect(looked.is).toBe(true);
    const { movements } = await ana.store.picture(farm, { movements: { limit: 5_000 } });
    expect(movements.slice(200).every(({ version }) => version === 2)).toBe(true);
    expect(await ana.store.applyWhole(farm, last)).toBe('applied');
    while (await ana.store.sweep(farm, '2020-01-01'));
    expect(await leftOver(disk)).toEqual([]);
    expect((await seen(ana.store)).ids).toEqual(idsTo(420));
  });

  test('is not shown without its blocks: whoever took them away is found out', async () => {
    await ana.store.applyWhole(farm, first);
    ana.before = async () => {
      other.before = dies;
      await expect(other.store.applyWhole(farm, second)).rejects.toThrow(StorageFailure);
    };
    expect(await ana.store.applyWhole(farm, second)).toBe('stale');
    expect(await seen(ana.store)).toEqual(shown(200));
    expect(await ana.store.applyWhole(farm, second)).toBe('applied');
    expect(await seen(ana.store)).toEqual(shown(400));
    expect(await leftOver(disk)).toEqual([]);
  });

  test('of a load that was given up meanwhile is not shown, and is swept', async () => {
    await ana.store.applyWhole(farm, first);
    ana.before = () => other.store.dropWhole(farm);
    expect(await ana.store.applyWhole(farm, second)).toBe('stale');
    expect((await leftOver(disk)).length).toBeGreaterThan(0);
    while (await other.store.sweep(farm, '2020-01-01'));
    expect(await rowsOf(disk, 'blocks')).toEqual([]);
    expect(await rowsOf(disk, 'contents')).toEqual([]);
  });

  test('is left alone by a sweep while its load goes on; a first page that was swept comes again', async () => {
    ana.before = () => other.store.sweep(farm, '2020-01-01');
    expect(await ana.store.applyWhole(farm, first)).toBe('stale');
    expect(await rowsOf(disk, 'blocks')).toEqual([]);
    expect(await ana.store.applyWhole(farm, first)).toBe('applied');
    ana.before = () => other.store.sweep(farm, '2020-01-01');
    expect(await ana.store.applyWhole(farm, second)).toBe('applied');
    expect(await seen(ana.store)).toEqual(shown(400));
  });

  test('of a generation that the feed took meanwhile is not shown', async () => {
    await ana.store.applyWhole(farm, { ...first, next: null });
    const again: WholePage = { ...first, epoch: 'two', to: 3 };
    ana.before = async () => {
      const news = changesOf(500, 540);
      const page = {
        epoch: 'one',
        from: 10,
        to: 11,
        more: false,
        changes: news,
        acks: [],
        reported: new Set<string>(),
        at,
      };
      expect(await other.store.stage(farm, page, null)).toMatchObject({ generation: 2 });
    };
    expect(await ana.store.applyWhole(farm, again)).toBe('stale');
    expect(await ana.store.applyWhole(farm, again)).toBe('applied');
    while (await ana.store.sweep(farm, '2020-01-01'));
    expect(await leftOver(disk)).toEqual([]);
    expect(await seen(ana.store)).toEqual(shown(200));
  });

  test('goes with everything else where room is made, or the phone empties itself', async () => {
    const begin = async (): Promise<void> => {
      ana.before = dies;
      await expect(ana.store.applyWhole(farm, second)).rejects.toThrow(StorageFailure);
      expect((await leftOver(disk)).length).toBeGreaterThan(0);
    };
    await ana.store.applyWhole(farm, first);
    await begin();
    let tries = 0;
    const full = async (): Promise<void> => {
      if ((tries += 1) < 4) throw new StorageFailure('QuotaExceededError');
      await Promise.resolve();
    };
    await withFreeSpace(disk, full, () => undefined);
    expect(await leftOver(disk)).toEqual([]);
    await ana.store.applyWhole(farm, first);
    await begin();
    await ana.store.empty(new Set());
    expect(await rowsOf(disk, 'blocks')).toEqual([]);
  });

  test('goes in at once where nobody records, as the same page', async () => {
    const state = { isCalm: true };
    const calm = openTab(disk, { isCalm: () => state.isCalm });
    await calm.store.applyWhole(farm, first);
    expect(calm.done.filter(({ blocks }) => blocks > 0).map(({ mode }) => mode)).toEqual(['write']);
    state.isCalm = false;
    await calm.store.applyWhole(farm, second);
    expect(calm.done.filter(({ blocks }) => blocks > 0).map(({ mode }) => mode)).toEqual(['write', 'move']);
    await calm.store.applyWhole(farm, last);
    expect(await seen(calm.store)).toEqual(shown(420));
    expect(await leftOver(disk)).toEqual([]);
  });

  test('is looked at in the transaction that writes it where nobody records, and in no other', async () => {
    const calm = openTab(disk, { isCalm: () => true });
    await calm.store.applyWhole(farm, first);
    await calm.store.applyWhole(farm, second);
    expect(calm.done.map(({ mode }) => mode)).toEqual(['write', 'write']);
    expect(await other.store.applyWhole(farm, second)).toBe('stale');
    expect(await calm.store.applyWhole(farm, second)).toBe('stale');
    await calm.store.applyWhole(farm, last);
    expect(await seen(calm.store)).toEqual(shown(420));
    expect(await leftOver(disk)).toEqual([]);
  });

  test('that brings anew what a tab wrote before it died has it once, in its newest state, where nobody records', async () => {
    const calm = openTab(disk, { isCalm: () => true });
    await calm.store.applyWhole(farm, first);
    expect(await calm.store.applyWhole(farm, { ...second, changes: changesOf(150, 400, 2) })).toBe('applied');
    await calm.store.applyWhole(farm, last);
    const { ids, mm } = await seen(calm.store);
    expect([ids, mm]).toEqual([idsTo(420), 420]);
    const { byId } = await calm.store.picture(farm, { ids: ['m-149', 'm-150', 'm-199', 'm-200'] });
    expect([...byId.values()].map(({ id, version }) => `${id} ${version}`).toSorted()).toEqual([
      'm-149 1',
      'm-150 2',
      'm-199 2',
      'm-200 2',
    ]);
    expect(await leftOver(disk)).toEqual([]);
  });

  test('keeps what is recorded between its steps, once', async () => {
    await ana.store.applyWhole(farm, first);
    ana.before = () => other.store.changeOutbox(farm, () => ({ edit: { add: [rain('one')] }, result: null }));
    const own: Change = { table: 'movements', id: 'rain-one', row: { ...movement(399), id: 'rain-one' } };
    expect(await ana.store.applyWhole(farm, { ...second, next: null, changes: [...second.changes, own] })).toBe(
      'applied',
    );
    expect((await ana.store.outbox(farm)).ops).toEqual([]);
    expect((await seen(ana.store)).ids.filter((id) => id === 'rain-one')).toHaveLength(1);
  });

  test('is judged again when it is shown: a movement that the set has by then comes in nowhere twice', async () => {
    const scope = `${farm}#1`;
    const make = async (from: number, to: number): Promise<HistoryPage> => {
      const movements = Array.from({ length: to - from }, (_, index) => movement(from + index));
      const made = await makePage(
        movements,
        () => false,
        () => Promise.resolve(),
      );
      return pageIn(scope, made);
    };
    const show = (page: HistoryPage): Promise<string> =>
      disk.transact('write', ['contents', 'blocks'], (tables) => showPage(tables, page, true));
    const [one, two] = [await make(0, 20), await make(19, 40)];
    await stagePage(disk, two);
    expect(await show(two)).toBe('shown');
    await stagePage(disk, one);
    expect(await show(one)).toBe('known');
    expect((await rowsOf(disk, 'contents')).map(({ key }) => key)).toEqual([two.contents?.key]);
  });
});

test('Work outside a transaction lets a tap in after each slice, and costs nothing where slices are short', async () => {
  let time = 0;
  let taps = 0;
  const breathe = breathing(() => time);
  const tap = (): void => void setImmediate(() => (taps += 1));
  tap();
  for (let step = 0; step < 8; step += 1) await breathe();
  expect(taps).toBe(0);
  time = 9;
  while (taps === 0 && time < 1_000) {
    await breathe();
    time += 9;
  }
  expect(taps).toBe(1);
});
