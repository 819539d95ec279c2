import { limits } from '#domain/limits.ts';
import type { BlobRow } from './blobs.ts';
import { confirmedTables } from './confirmed-rows.ts';
import { type Disk, keyValues, startingWith, type Tables } from './disk.ts';
import { nothingYet, putSync, readNow, type SyncRow } from './outbox-rows.ts';
import { readLayers } from './layers.ts';
import { scopeOf, type ThingRow } from './rows.ts';
import type { FarmStore } from './store.ts';
import { sweepStep } from './wholes.ts';

/** The archive stays. */
const beforeAny = '0';

/** Lists whose names the records that wait are shown with. */
const namedLists = ['lots', 'rodeos', 'campos', 'categories'] as const;

/**
 * Forgets farms: who logs out or is off the team leaves nothing of what the server has (trust.md row 107). What waits, was sent lately, was
 * half typed, and the device's name stay.
 */
export const forgetting = (disk: Disk): Pick<FarmStore, 'forget'> => ({
  forget: async (keeps) => {
    const farms = await disk.transact('read', ['sync'], async (tables) =>
      (await tables.sync.range<SyncRow>(startingWith(''))).map((row) => row.key).filter((id) => !keeps.includes(id)),
    );
    let hadSome = false;
    for (const organizationId of farms) {
      // At once for every reader; the rows themselves go in steps, and a later start goes on where this one was cut short.
      hadSome = (await putAway(disk, organizationId)) || hadSome;
      while (await sweepStep(disk, organizationId, beforeAny));
      hadSome = (await dropFetched(disk, organizationId)) || hadSome;
    }
    return hadSome;
  },
});

/** Makes an empty set of rows the one that screens read: the next start of this farm loads the whole. Gives whether there was another. */
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
    await tables.diagnostics.remove(lines.map((row) => row.key));
    return true;
  });

/** Only the names of what waiting records speak of, so that a list does not call a forgotten lot deleted. */
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
