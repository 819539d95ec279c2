import { limits } from '#domain/limits.ts';
import type { BlobRow } from './blobs.ts';
import { type Disk, keyValues, startingWith, type Table, tableNames, type Tables } from './disk.ts';
import { dropHistory } from './history.ts';
import type { OpRow } from './outbox-rows.ts';
import { isOfServer } from './sealed-rows.ts';
import { type FarmStore, StorageFailure } from './store.ts';

/** Pages that die together leave a journal each; only a few. */
const mostRounds = 5;

const isUnsent = ({ op }: OpRow): boolean => op.state !== 'acked' && op.state !== 'discarded';

/** Removes all rows but those that stay, in steps: a cheap phone cannot hold a whole farm in memory. */
async function clear(table: Table, stays: (key: string) => boolean = () => false): Promise<void> {
  let { from } = startingWith('');
  const { to } = startingWith('');
  for (;;) {
    const rows = await table.range({ from, to, limit: limits.rowsPerTransaction });
    await table.remove(rows.map((row) => row.key).filter((key) => !stays(key)));
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
  const stays = new Set(left.map((row) => row.key));
  await tables.outbox.remove(ops.map((row) => row.key).filter((key) => !stays.has(key)));
  const blobs = await tables.blobs.range<BlobRow>(startingWith(''));
  const held = blobs.filter(({ blob }) => blob.state === 'sent' || blob.state === 'fetched').map((row) => row.key);
  await tables.blobs.remove(held);
  await tables.blobBytes.remove(held);
  await clear(tables.sealed, (key) => !isOfServer(key));
  await clear(tables[keyValues], isDevicesOwn);
  if (left.length === 0) await clear(tables.ids);
  while (await dropHistory(tables, startingWith('')));
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
