import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import type { Disk } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import type { NewOp } from '../../src/app/store/op.ts';
import type { SoleTab } from '../../src/app/store/sole-tab.ts';
import { type Ask, type FarmStore, type Picture, StorageFailure } from '../../src/app/store/store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { farmRows, organizationId as farm } from '../support/sim/farm-rows.ts';
import { seeded } from '../support/sim/random.ts';
import { openBrowser } from '../support/tabs.ts';
import { aloneHere, versioned } from '../support/versioned.ts';
import { at, change, dayOf, feedPage, plainMovement } from '../support/movement-rows.ts';

const [firstLot] = farmRows.lots;

const movement = (index: number, mm = index % 40) =>
  plainMovement({
    id: `m-${index}`,
    type: index % 2 === 0 ? 'RAIN' : 'COUNT',
    date: dayOf(index),
    metadata: { lot_id: firstLot?.id ?? null, campo_id: 'sur', mm },
  });
const lots: readonly Change[] = farmRows.lots.map((row) => ({ table: 'lots', id: row.id, row }));

const questions: readonly Ask[] = [
  { movements: { limit: 10 } },
  { movements: { type: 'RAIN', from: '2026-03-01', to: '2026-08-31', limit: 20 } },
  { rainYear: '2026' },
  { lastByLot: true },
  { ids: ['m-7', 'm-8', 'new-1'] },
];

const load = (store: FarmStore) =>
  store.applyWhole(farm, {
    epoch: 'one',
    to: 7,
    page: null,
    next: null,
    progress: 1,
    at,
    changes: [...lots, ...Array.from({ length: 300 }, (_, index) => change(movement(index)))],
  });

const record = (entityId: string): NewOp =>
  ({
    opId: entityId,
    organizationId: farm,
    entityId,
    subject: 'movement',
    act: 'create',
    state: 'pending',
    movementType: 'RAIN',
    postings: [],
    deps: [],
    recordedAt: at,
  }) as unknown as NewOp;
const save = (store: FarmStore, ...ids: readonly string[]): Promise<void> =>
  store.changeOutbox(farm, () => ({ edit: { add: ids.map(record), made: ids }, result: undefined }));

let brought = 0;
const bring = async (store: FarmStore, ...changes: readonly Change[]) => {
  const { sync } = await store.outbox(farm);
  const from = sync.cursor ?? 0;
  const page = feedPage(from, changes);
  if ((await store.applyPage(farm, page)) === 'applied') brought += 1;
};

/** What is asked of the disk while something is done: by table, without the versions. */
async function askedFor(act: () => Promise<unknown>): Promise<readonly string[]> {
  const spies = [
    vi.spyOn(IDBObjectStore.prototype, 'get'),
    vi.spyOn(IDBObjectStore.prototype, 'getAll'),
    vi.spyOn(IDBIndex.prototype, 'getAll'),
  ] as const;
  await act();
  const asked = spies.flatMap(({ mock: { contexts, calls, invocationCallOrder } }) =>
    contexts.map((source, at) => {
      const { name } = source as { readonly name: string };
      const [key] = calls[at] ?? [];
      return { name, at: invocationCallOrder[at] ?? 0, key: typeof key === 'string' ? key : '' };
    }),
  );
  vi.restoreAllMocks();
  return asked
    .filter(({ name }) => name !== 'notes')
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, key }) => `${name} ${key}`.trim());
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('A question after a save', () => {
  test('asks the disk for versions, the state of the sync and what was saved, and for nothing else', async () => {
    const store = openFarmStore(versioned(openDexieDisk('campo:known-answers')));
    await load(store);
    await save(store, 'new-1');
    for (const ask of questions) await store.picture(farm, ask);
    await save(store, 'new-2');
    const [first = {}, ...others] = questions;
    expect(await askedFor(() => store.picture(farm, first))).toEqual([`sync ${farm}`, `movements ${farm}#1/new-2`]);
    for (const ask of others) expect(await askedFor(() => store.picture(farm, ask))).toEqual([`sync ${farm}`]);
  });

  test('asks the disk for nothing where no other tab can write', async () => {
    const store = openFarmStore(versioned(openDexieDisk('campo:sole-answers'), undefined, aloneHere));
    await load(store);
    await save(store, 'new-1');
    for (const ask of questions) await store.picture(farm, ask);
    await save(store, 'new-2');
    expect(await askedFor(() => store.outbox(farm))).toEqual([]);
    for (const ask of questions) expect(await askedFor(() => store.picture(farm, ask))).toEqual([]);
    const { ops } = await store.picture(farm, {});
    expect(ops.map(({ opId }) => opId)).toEqual(['new-1', 'new-2']);
  });

  test('that comes while a save is under way is answered after it, by the disk', async () => {
    const store = openFarmStore(versioned(openDexieDisk('campo:sole-order'), undefined, aloneHere));
    await load(store);
    await save(store, 'new-1');
    await store.picture(farm, {});
    const saving = save(store, 'new-2');
    const { ops } = await store.picture(farm, {});
    expect(ops.map(({ opId }) => opId)).toEqual(['new-1', 'new-2']);
    await saving;
  });

  test('that whoever watches asks sees the save, out of memory too', async () => {
    const store = openFarmStore(versioned(openDexieDisk('campo:sole-watch'), undefined, aloneHere));
    await load(store);
    await save(store, 'new-1');
    await store.picture(farm, {});
    const seen: Promise<Picture>[] = [];
    const stop = store.watch(farm, () => void seen.push(store.picture(farm, {})));
    await save(store, 'new-2');
    stop();
    const pictures = await Promise.all(seen);
    expect(pictures.map(({ ops }) => ops.length)).toEqual(pictures.map(() => 2));
    expect(pictures.length).toBeGreaterThan(0);
  });

  test('after a save that failed is read from the disk again', async () => {
    const disk = openMemoryDisk();
    const failing = { isOn: false };
    const breaks: Disk = {
      ...disk,
      transact: async (mode, names, task, ahead, committed) => {
        if (!failing.isOn || mode === 'read') return await disk.transact(mode, names, task, ahead, committed);
        await disk.transact(mode, names, task, ahead);
        throw new StorageFailure('No answer');
      },
    };
    const store = openFarmStore(versioned(breaks, undefined, aloneHere));
    await load(store);
    await save(store, 'new-1');
    failing.isOn = true;
    // It was committed, and nobody heard of it.
    await expect(save(store, 'new-2')).rejects.toThrow('No answer');
    failing.isOn = false;
    const { ops } = await store.picture(farm, {});
    expect(ops.map(({ opId }) => opId)).toEqual(['new-1', 'new-2']);
  });

  test('sees a save that waited while the tab learned that it is alone, whatever was read meanwhile', async () => {
    let [period, gate, open]: [object | null, Promise<void> | null, () => void] = [{}, null, () => undefined];
    const sole: SoleTab = { ...aloneHere, period: () => period, begin: () => gate };
    const store = openFarmStore(versioned(openMemoryDisk(), undefined, sole));
    await load(store);
    period = null;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const saving = save(store, 'late');
    period = {};
    for (const ask of [{}, ...questions]) await store.picture(farm, ask);
    open();
    await saving;
    const { ops } = await store.picture(farm, {});
    expect(ops.map(({ opId }) => opId)).toEqual(['late']);
  });

  test('reads long answers again, and forgets those of questions that nobody asks any more', async () => {
    const store = openFarmStore(versioned(openDexieDisk('campo:long-answers')));
    await load(store);
    await save(store, 'new-1');
    const long = { movements: { limit: 200 } };
    const short = { movements: { limit: 5 } };
    for (const ask of [short, long]) await store.picture(farm, ask);
    expect(await askedFor(() => store.picture(farm, long))).not.toEqual([`sync ${farm}`]);
    expect(await askedFor(() => store.picture(farm, short))).toEqual([`sync ${farm}`]);
    for (let limit = 10; limit < 60; limit += 1) await store.picture(farm, { movements: { limit } });
    expect(await askedFor(() => store.picture(farm, short))).not.toEqual([`sync ${farm}`]);
  });
});

describe.each([
  ['in memory', () => openMemoryDisk()],
  ['in IndexedDB', () => openDexieDisk(`campo:known-${crypto.randomUUID()}`)],
])('What tabs know of the rows (%s)', (_where, open) => {
  let disk: Disk;
  beforeEach(() => {
    brought = 0;
    disk = open();
  });

  const steps: readonly ((tab: FarmStore, turn: number) => Promise<unknown>)[] = [
    (tab, turn) => save(tab, `new-${turn}`),
    (tab, turn) => bring(tab, change(movement(turn % 12, 900 + turn))),
    (tab, turn) => bring(tab, { table: 'movements', id: `m-${turn}`, row: null }, change(movement(400 + turn))),
    (tab, turn) => bring(tab, { ...(lots[turn % lots.length] ?? change(movement(turn))) }),
    async (tab, turn) => {
      const { sync } = await tab.outbox(farm);
      const from = sync.cursor ?? 0;
      const changes = [1, 2, 3, 4, 5].map((n) => change(movement(turn + n, 700 + n)));
      const page = feedPage(from, changes);
      let staging = await tab.stage(farm, page, null);
      while (typeof staging === 'object') {
        const next = await tab.stage(farm, page, staging);
        if (next === 'whole') break;
        staging = next;
      }
      await tab.applyPage(farm, { ...page, staging: typeof staging === 'object' ? staging : null });
    },
    async (tab) => {
      while ((await tab.outbox(farm)).sync.staged?.isShown) await tab.settle(farm);
    },
  ];
  const shown = (picture: Picture) => {
    const { movements, rain, lastByLot, byId, lots: list, ops } = picture;
    return { movements, rain, lastByLot, byId, list, ops: ops.map(({ opId }) => opId) };
  };
  const openOver = (sole?: SoleTab): FarmStore =>
    openFarmStore(versioned({ ...disk, close: () => undefined }, undefined, sole), undefined, 0, { atOnce: 3 });

  test('is what the disk says, whichever of them has changed it', async () => {
    const random = seeded(19);
    const tabs = [openOver(), openOver()];
    const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
    await load(tabs[0] ?? openFarmStore(disk));
    for (let turn = 0; turn < 120; turn += 1) {
      const tab = pick(tabs);
      if (tab) await pick(steps)?.(tab, turn);
      const ask = pick(questions) ?? {};
      // A tab that has just been opened knows nothing.
      const there = shown(await openFarmStore(disk).picture(farm, ask));
      for (const each of tabs) expect(shown(await each.picture(farm, ask))).toEqual(there);
    }
    expect(brought).toBeGreaterThan(15);
  });

  test('is what another has just saved that came while it was alone', async () => {
    const browser = openBrowser();
    const own = browser.openTab();
    const first = openOver(own.sole);
    await load(first);
    for (let more = 0; more < 3; more += 1) {
      own.show(true);
      await vi.waitFor(() => expect(own.sole.period()).not.toBe(null));
      for (const ask of [{}, ...questions]) await first.picture(farm, ask);
      const tab = browser.openTab();
      const second = openOver(tab.sole);
      await save(second, `theirs-${more}`);
      const { ops } = await first.picture(farm, {});
      expect(ops.map(({ opId }) => opId)).toContain(`theirs-${more}`);
      tab.die();
    }
  });

  test('is what the disk says where one is alone at times: they come, go, hide and are killed', async () => {
    const random = seeded(23);
    const browser = openBrowser();
    const open = () => {
      const tab = browser.openTab();
      return { ...tab, store: openOver(tab.sole) };
    };
    let tabs = [open()];
    let alone = 0;
    const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
    const leave = (end: 'close' | 'die'): void => {
      const gone = pick(tabs);
      if (tabs.length === 1 || !gone) return;
      if (end === 'close') gone.store.close();
      else gone.die();
      tabs = tabs.filter((tab) => tab !== gone);
      for (const tab of tabs) tab.show(true);
    };
    const turns: readonly ((turn: number) => Promise<void> | void)[] = [
      // It writes before anybody has heard of it.
      async (turn) => {
        const tab = open();
        tabs.push(tab);
        await save(tab.store, `early-${turn}`);
      },
      () => pick(tabs)?.show(false),
      () => tabs.forEach((tab) => tab.show(true)),
      ...(['close', 'die', 'close', 'die'] as const).map((end) => () => leave(end)),
    ];
    await load(tabs[0]?.store ?? openFarmStore(disk));
    for (let turn = 0; turn < 200; turn += 1) {
      if (turn % 3 === 0) await pick(turns)?.(turn);
      // Sometimes the lock has changed hands by then, sometimes it has not.
      else if (random() < 0.8) await new Promise((resolve) => setTimeout(resolve, 2));
      const tab = pick(tabs);
      if (tab) await pick(steps)?.(tab.store, turn);
      const ask = pick(questions) ?? {};
      const there = shown(await openFarmStore(disk).picture(farm, ask));
      for (const { store, sole } of tabs) {
        if (sole.period() !== null) alone += 1;
        expect(shown(await store.picture(farm, ask))).toEqual(there);
      }
    }
    for (const { store } of tabs) store.close();
    expect(brought).toBeGreaterThan(15);
    expect(alone).toBeGreaterThan(25);
  });
});
