import { Digest } from '#contract/digest.ts';
import { syncTables } from '#contract/endpoints/sync.ts';
import type { Movement } from '#domain/movements/movement.ts';
import { type Disk, type Row, startingWith } from './disk.ts';
import { historyTables, readContents, readPage } from './history.ts';
import { readNow } from './outbox-rows.ts';
import { type MovementRow, scopeOf, type ThingRow } from './rows.ts';
import type { RowsDigest, SyncState } from './store.ts';

/** A hundred thousand rows in one transaction would delay a save by a second. */
const rowsInOneLook = 1_000;

/** The digest of the confirmed rows, read in small steps. Null when a write came in between (by the sequence): the next check retries. */
export async function readDigest(disk: Disk, organizationId: string): Promise<RowsDigest | null> {
  const before = await syncOf(disk, organizationId);
  const { epoch, cursor } = before;
  // Shown staged rows move while they are read.
  if (epoch === null || cursor === null || before.staged?.isShown) return null;
  const digests = new Map<string, Digest>(syncTables.map((table) => [table, new Digest()]));
  const scope = scopeOf(organizationId, before.generation);
  await eachRow<ThingRow>(disk, 'things', `${scope}/`, ({ key, thing }) => {
    const [table = '', ...id] = key.slice(scope.length + 1).split('/');
    digests.get(table)?.add(id.join('/'), thing as Readonly<Record<string, unknown>>);
  });
  const addMovement = (movement: Movement): void =>
    digests.get('movements')?.add(movement.id, movement as unknown as Readonly<Record<string, unknown>>);
  await eachRow<MovementRow>(disk, 'movements', `${scope}/`, ({ movement }) => addMovement(movement));
  const contents = await disk.transact('read', historyTables, async (tables) => await readContents(tables, scope));
  for (const page of contents)
    for (const movement of await disk.transact('read', historyTables, (tables) => readPage(tables, page)))
      addMovement(movement);
  const after = await syncOf(disk, organizationId);
  const isSame = after.epoch === epoch && after.cursor === cursor && after.generation === before.generation;
  if (!isSame) return null;
  return {
    epoch,
    cursor,
    tables: Object.fromEntries([...digests].map(([table, digest]) => [table, digest.toString()])),
  };
}

const syncOf = (disk: Disk, organizationId: string): Promise<SyncState> =>
  disk.transact('read', ['outbox', 'sync'], async (tables) => (await readNow(tables, organizationId)).sync);

async function eachRow<R extends Row>(
  disk: Disk,
  name: 'things' | 'movements',
  prefix: string,
  look: (row: R) => void,
): Promise<void> {
  let { from } = startingWith(prefix);
  const { to } = startingWith(prefix);
  for (;;) {
    const start = from;
    const range = { from: start, to, limit: rowsInOneLook };
    const rows = await disk.transact('read', [name], async (tables) => await tables[name].range<R>(range));
    for (const row of rows) look(row);
    const last = rows.at(-1);
    if (rows.length < rowsInOneLook || !last) return;
    // Just after the last key.
    from = `${last.key}\u0000`;
  }
}
