import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import type { Disk } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../../src/app/store/memory-disk.ts';
import type { NewOp } from '../../src/app/store/op.ts';
import { type FarmStore, StorageFailure } from '../../src/app/store/store.ts';
import { stamped } from '../support/stamped.ts';

const farm = 'la-esperanza';
const rain = (opId: string) => ({ opId, organizationId: farm, entityId: opId, subject: 'movement' }) as NewOp;
const add = (store: FarmStore, opId: string): Promise<void> =>
  store.changeOutbox(farm, () => ({ edit: { add: [rain(opId)] }, result: undefined }));
const marksIn = async (store: FarmStore): Promise<readonly string[]> =>
  (await store.picture(farm, {})).ops.map((op) => op.opId);

/** How often the outbox is read. `fails`: how many of its readings from now on find the disk away. */
function watched(disk: Disk) {
  const seen = { readings: 0, fails: 0 };
  const listened: Disk = {
    ...disk,
    transact: (mode, names, task) =>
      disk.transact(mode, names, (tables) =>
        task({
          ...tables,
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
])('a dozen questions after one change read the outbox once (%s)', async (_where, open) => {
  const { seen, disk } = watched(stamped(open()));
  const store = openFarmStore(disk);
  await add(store, 'one');
  seen.readings = 0;
  const asked = [{}, { rainYear: '2026' }, { things: ['assets', 'tasks'] }, { things: ['tasks'] }] as const;
  const pictures = await Promise.all([...asked, ...asked, ...asked].map((ask) => store.picture(farm, ask)));
  expect(seen.readings).toBe(1);
  expect(new Set(pictures.map(({ ops }) => ops)).size).toBe(1);
  expect([...(pictures[2]?.things.keys() ?? [])]).toEqual(['assets', 'tasks']);
});

test('what was changed since is read, whoever changed it', async () => {
  const here = openFarmStore(stamped(openDexieDisk('campo:two-tabs')));
  const there = openFarmStore(stamped(openDexieDisk('campo:two-tabs')));
  await add(here, 'mine');
  expect([await marksIn(here), await marksIn(there)]).toEqual([['mine'], ['mine']]);
  await add(there, 'hers');
  expect([await marksIn(here), await marksIn(there)]).toEqual([
    ['mine', 'hers'],
    ['mine', 'hers'],
  ]);
});

test('a draft, or a change that changes nothing, leaves what was read as it is', async () => {
  const { seen, disk } = watched(stamped(openMemoryDisk()));
  const store = openFarmStore(disk);
  await add(store, 'one');
  await marksIn(store);
  seen.readings = 0;
  await store.saveDraft(farm, 'registro RAIN', { mm: 30 });
  await marksIn(store);
  expect(seen.readings).toBe(0);
});

test('rows from before there were stamps are read by each question', async () => {
  const disk = openMemoryDisk();
  await add(openFarmStore(disk), 'older');
  const { seen, disk: listened } = watched(stamped(disk));
  const store = openFarmStore(listened);
  expect([await marksIn(store), await marksIn(store)]).toEqual([['older'], ['older']]);
  expect(seen.readings).toBe(2);
});

test('a question whose reader lost the disk reads for itself, and the reader alone fails', async () => {
  const { seen, disk } = watched(stamped(openDexieDisk('campo:reader-fails')));
  const store = openFarmStore(disk);
  await add(store, 'one');
  seen.fails = 1;
  const ends = await Promise.allSettled([marksIn(store), marksIn(store), marksIn(store)]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(await marksIn(store)).toEqual(['one']);
});
