import { limits } from '#domain/limits.ts';
import type { BlobRow } from './blobs.ts';
import { confirmedTables } from './confirmed-rows.ts';
import { type Disk, keysOf, keyValues, startingWith, type Table, tableNames, type Tables } from './disk.ts';
import { nothingYet, type OpRow, putSync, readNow, type SyncRow } from './outbox-rows.ts';
import { readLayers } from './movement-set.ts';
import { scopeOf, type ThingRow } from './rows.ts';
import { type FarmStore, StorageFailure } from './store.ts';
import { sweepStep } from './whole.ts';
import { dropHistory } from './history.ts';
import { dropUnshown } from './history-page.ts';
import { isOfServer } from './sealed-rows.ts';

/** Keeps the archive. */
const beforeAny = '0';

/** Lists whose names waiting records are shown with. */
const namedLists = ['lots', 'rodeos', 'campos', 'categories'] as const;

/**
 * Forgets farms: after a log-out, or off the team, nothing the server has stays (trust.md row 107). What waits, was sent lately or half
 * typed, and the device's id stay.
 */
export const forgetting = (disk: Disk): Pick<FarmStore, 'forget'> => ({
  forget: async (keeps) => {
    const farms = await disk.transact('read', ['sync'], async (tables) =>
      (await tables.sync.range<SyncRow>(startingWith(''))).map((row) => row.key).filter((id) => !keeps.includes(id)),
    );
    let hadSome = false;
    for (const organizationId of farms) {
      // At once for readers; rows go in steps, resumed at a later start.
      hadSome = (await putAway(disk, organizationId)) || hadSome;
      while (await sweepStep(disk, organizationId, beforeAny));
      hadSome = (await dropFetched(disk, organizationId)) || hadSome;
    }
    return hadSome;
  },
});

/** Switches screens to an empty set: the next start loads the whole. Gives whether there was another. */
export const putAway = (disk: Disk, organizationId: string): Promise<boolean> =>
  disk.transact('write', [...confirmedTables, 'outbox', 'sync', keyValues, 'diagnostics'], async (tables) => {
    const { ops, sync } = await readNow(tables, organizationId);
    if (sync.cursor === null && sync.snapshot === null) return false;
    const generation = sync.generations + 1;
    const { epoch, lives = [], lastSentAt, thrownAway = [] } = sync;
    const own = { epoch, lives, lastSentAt, thrownAway };
    await putSync(tables, organizationId, { ...nothingYet, ...own, generation, generations: generation });
    const said = JSON.stringify(ops.map((op) => [op.body, op.shown]));
    await keepNames(tables, readLayers(organizationId, sync).scope, scopeOf(organizationId, generation), (id) =>
      said.includes(id),
    );
    await tables[keyValues].remove([`habits/${organizationId}`]);
    const lines = await tables.diagnostics.range({ ...startingWith(''), limit: limits.rowsPerTransaction });
    await tables.diagnostics.remove(keysOf(lines));
    return true;
  });

/** Only names that waiting records use, so that a list does not call a forgotten lot deleted. */
async function keepNames(tables: Tables, from: string, to: string, isSaid: (id: string) => boolean): Promise<void> {
  for (const list of namedLists) {
    const rows = await tables.things.range<ThingRow>(startingWith(`${from}/${list}/`));
    const named = rows.flatMap(({ thing }) => {
      const { id, name, order } = thing as { readonly id: string; readonly name: string; readonly order: number };
      return isSaid(id) ? [{ id, name, order, deleted: false, version: 0, animals: [] }] : [];
    });
    await tables.things.put(named.map((thing): ThingRow => ({ key: `${to}/${list}/${thing.id}`, thing })));
  }
}

async function dropFetched(disk: Disk, organizationId: string): Promise<boolean> {
  return await disk.transact('write', ['blobs', 'blobBytes'], async (tables) => {
    const rows = await tables.blobs.range<BlobRow>(startingWith(`${organizationId}/`));
    const keys = rows.filter(({ blob }) => blob.state === 'fetched').map((row) => row.key);
    await tables.blobs.remove(keys);
    await tables.blobBytes.remove(keys);
    return keys.length > 0;
  });
}

/** Pages that die together leave a journal each; only a few. */
const mostRounds = 5;

const isUnsent = ({ op }: OpRow): boolean => op.state !== 'acked' && op.state !== 'discarded';

/** Removes all rows but those that stay, in steps: a cheap phone cannot hold a whole farm in memory. */
async function clear(table: Table, stays: (key: string) => boolean = () => false): Promise<void> {
  let { from } = startingWith('');
  const { to } = startingWith('');
  for (;;) {
    const rows = await table.range({ from, to, limit: limits.rowsPerTransaction });
    await table.remove(keysOf(rows).filter((key) => !stays(key)));
    const last = rows.at(-1);
    if (!last || rows.length < limits.rowsPerTransaction) return;
    from = `${last.key}\0`;
  }
}

/** The op counter (no number is given twice), the device's id, and its journal state. */
const isDevicesOwn = (key: string): boolean => key === 'counter' || key === 'journal' || key.startsWith('once/');

async function empty(tables: Tables, safe: ReadonlySet<string>): Promise<number> {
  const ops = await tables.outbox.range<OpRow>(startingWith(''));
  const left = ops.filter((row) => isUnsent(row) && !safe.has(row.op.opId));
  const stays = new Set(keysOf(left));
  await tables.outbox.remove(keysOf(ops).filter((key) => !stays.has(key)));
  const blobs = await tables.blobs.range<BlobRow>(startingWith(''));
  const held = blobs.filter(({ blob }) => blob.state === 'sent' || blob.state === 'fetched').map((row) => row.key);
  await tables.blobs.remove(held);
  await tables.blobBytes.remove(held);
  await clear(tables.sealed, (key) => !isOfServer(key));
  await clear(tables[keyValues], isDevicesOwn);
  if (left.length === 0) await clear(tables.ids);
  while (await dropHistory(tables, startingWith('')));
  await dropUnshown(tables, '');
  for (const name of ['things', 'movements', 'rain', 'archive', 'sync', 'diagnostics'] as const)
    await clear(tables[name]);
  return left.length;
}

/** How a phone marked as lost empties itself (trust.md row 112). */
export const emptying = (disk: Disk): Pick<FarmStore, 'unsent' | 'empty'> => ({
  unsent: () =>
    disk.transact('read', ['outbox'], async (tables) => {
      const rows = await tables.outbox.range<OpRow>(startingWith(''));
      return rows
        .filter(isUnsent)
        .map(({ op }) => op)
        .toSorted((a, b) => a.n - b.n);
    }),
  empty: async (safe) => {
    for (let round = 0; round < mostRounds; round += 1) {
      const left = await disk.transact('write', tableNames, (tables) => empty(tables, safe));
      if ((await disk.forget?.()) !== false) return left;
    }
    throw new StorageFailure('A journal has more of it at every look');
  },
});
