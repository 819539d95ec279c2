import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import type { Disk } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import type { NewOp, Op } from '../../src/app/store/op.ts';
import { type FarmStore, type OutboxEdit, StorageFailure } from '../../src/app/store/store.ts';
import { farmRows } from '../support/sim/farm-rows.ts';
import { seeded } from '../support/sim/random.ts';
import { versioned } from '../support/versioned.ts';

const farm = 'la-esperanza';
const lots = farmRows.lots.map((row) => ({ table: 'lots', id: row.id, row }));
const rain = (opId: string) => ({ opId, organizationId: farm, entityId: opId, subject: 'movement' }) as NewOp;
const add = (store: FarmStore, opId: string): Promise<void> =>
  store.changeOutbox(farm, () => ({ edit: { add: [rain(opId)] }, result: undefined }));
const marksIn = async (store: FarmStore): Promise<readonly string[]> =>
  (await store.picture(farm, {})).ops.map((op) => op.opId);

/** How often the outbox is read, and the list of lots. `fails`: how many of its readings from now on find the disk away. */
function watched(disk: Disk) {
  const seen = { readings: 0, lots: 0, fails: 0 };
  const listened: Disk = {
    ...disk,
    transact: (mode, names, task) =>
      disk.transact(mode, names, (tables) =>
        task({
          ...tables,
          things: tables.things && {
            ...tables.things,
            range: (range) => {
              if (range.from.endsWith('/lots/')) seen.lots += 1;
              return tables.things.range(range);
            },
          },
          outbox: tables.outbox && {
            ...tables.outbox,
            range: (range) => {
              seen.readings += 1;
              seen.fails -= 1;
              if (seen.fails >= 0) throw new StorageFailure('away');
              return tables.outbox.range(range);
            },
          },
        }),
      ),
  };
  return { seen, disk: listened };
}

test.each([
  ['in memory', openMemoryDisk],
  ['in IndexedDB', () => openDexieDisk('campo:shared')],
])(
  'a dozen questions after one change read the lists once, and the outbox that this tab has changed itself not at all (%s)',
  async (_where, open) => {
    const { seen, disk } = watched(open());
    const store = openFarmStore(versioned(disk));
    await store.applyRows(farm, lots, null);
    await add(store, 'one');
    seen.readings = 0;
    const asked = [{}, { rainYear: '2026' }, { things: ['assets', 'tasks'] }, { things: ['tasks'] }] as const;
    const pictures = await Promise.all([...asked, ...asked, ...asked].map((ask) => store.picture(farm, ask)));
    expect([seen.lots, seen.readings]).toEqual([1, 0]);
    expect(new Set(pictures.map(({ lots }) => lots)).size).toBe(1);
    expect(pictures.every(({ ops }) => ops.length === 1)).toBe(true);
    expect([...(pictures[2]?.things.keys() ?? [])]).toEqual(['assets', 'tasks']);
  },
);

test('what was changed since is read, whoever changed it', async () => {
  const here = openFarmStore(versioned(openDexieDisk('campo:two-tabs')));
  const there = openFarmStore(versioned(openDexieDisk('campo:two-tabs')));
  await add(here, 'mine');
  expect([await marksIn(here), await marksIn(there)]).toEqual([['mine'], ['mine']]);
  await add(there, 'hers');
  expect([await marksIn(here), await marksIn(there)]).toEqual([
    ['mine', 'hers'],
    ['mine', 'hers'],
  ]);
});

test('a save reads neither the outbox nor the lists again, and another tab’s is read', async () => {
  const { seen, disk } = watched(openMemoryDisk());
  const store = openFarmStore(versioned(disk));
  const other = openFarmStore(versioned(disk));
  await store.applyRows(farm, lots, null);
  await add(store, 'one');
  await marksIn(store);
  Object.assign(seen, { readings: 0, lots: 0 });
  await add(store, 'two');
  expect(await marksIn(store)).toEqual(['one', 'two']);
  expect([seen.lots, seen.readings]).toEqual([0, 0]);
  await add(other, 'three');
  expect(await marksIn(store)).toEqual(['one', 'two', 'three']);
});

test('a draft, or a change that changes nothing, leaves what was read as it is', async () => {
  const { seen, disk } = watched(openMemoryDisk());
  const store = openFarmStore(versioned(disk));
  await add(store, 'one');
  await marksIn(store);
  seen.readings = 0;
  await store.saveDraft(farm, 'registro RAIN', { mm: 30 });
  await marksIn(store);
  expect(seen.readings).toBe(0);
});

test('rows from before there were versions are read by each question', async () => {
  const disk = openMemoryDisk();
  await add(openFarmStore(disk), 'older');
  const { seen, disk: listened } = watched(disk);
  const store = openFarmStore(versioned(listened));
  expect([await marksIn(store), await marksIn(store)]).toEqual([['older'], ['older']]);
  expect(seen.readings).toBe(2);
});

test('the first who writes beside an outbox from before there were versions reads it for all questions after', async () => {
  const disk = openMemoryDisk();
  await add(openFarmStore(disk), 'older');
  const { seen, disk: listened } = watched(disk);
  const [store, other] = [openFarmStore(versioned(listened)), openFarmStore(versioned(listened))];
  await store.applyRows(farm, lots, null);
  seen.readings = 0;
  expect([await marksIn(store), await marksIn(store)]).toEqual([['older'], ['older']]);
  expect(seen.readings).toBe(0);
  expect([await marksIn(other), await marksIn(other)]).toEqual([['older'], ['older']]);
  expect(seen.readings).toBe(1);
  await add(other, 'newer');
  expect(await marksIn(store)).toEqual(['older', 'newer']);
});

test('a question whose reader lost the disk reads for itself, and the reader alone fails', async () => {
  const { seen, disk } = watched(versioned(openDexieDisk('campo:reader-fails')));
  const store = openFarmStore(disk);
  await add(store, 'one');
  seen.fails = 1;
  const reader = marksIn(store);
  // Asked in the same turn, they would share its transaction.
  for (let turns = 0; turns < 3; turns += 1) await Promise.resolve();
  const ends = await Promise.allSettled([reader, marksIn(store), marksIn(store)]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(await marksIn(store)).toEqual(['one']);
});

test('three tabs that change the outbox in turn read what the others changed and no more, and always what is there', async () => {
  const { seen, disk } = watched(openMemoryDisk());
  const random = seeded(7);
  const tabs = [versioned(disk), versioned(disk), versioned(disk)].map((each) => openFarmStore(each));
  const plain = openFarmStore(disk);
  const opsNow = async (): Promise<readonly Op[]> => (await plain.picture(farm, {})).ops;
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  await add(plain, 'unmarked');
  for (const tab of tabs) await add(tab, 'marked');
  await Promise.all(tabs.map(marksIn));
  let whole = 0;
  for (let turn = 0; turn < 400; turn += 1) {
    const [tab, op] = [pick(tabs), pick(await opsNow())];
    const edits: readonly OutboxEdit[] = [
      { add: [rain(`op-${turn}`)] },
      { add: [rain(`op-${turn}`), rain(`beside-${turn}`)] },
      op ? { put: [{ ...op, changed: turn } as Op] } : {},
      op ? { remove: [op] } : {},
    ];
    const edit = pick(edits) ?? {};
    await tab?.changeOutbox(farm, () => ({ edit, result: undefined }));
    const there = await opsNow();
    seen.readings = 0;
    const asked = await Promise.all(tabs.map(async (each) => (await each.picture(farm, {})).ops));
    whole += seen.readings;
    expect(asked).toEqual([there, there, there]);
  }
  expect(whole).toBe(0);
});

test('a tab that slept through more changes than stand beside the mark reads the whole outbox, once', async () => {
  const { seen, disk } = watched(openMemoryDisk());
  const [busy, asleep] = [openFarmStore(versioned(disk)), openFarmStore(versioned(disk))];
  await add(busy, 'first');
  await marksIn(asleep);
  for (let turn = 0; turn < 100; turn += 1) await add(busy, `op-${turn}`);
  seen.readings = 0;
  expect(await marksIn(asleep)).toHaveLength(101);
  expect(await marksIn(asleep)).toHaveLength(101);
  expect(seen.readings).toBe(1);
});
