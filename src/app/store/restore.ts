import { limits } from '../../domain/limits.ts';
import type { BlobRow } from './blobs.ts';
import { isOwed } from './copied-rows.ts';
import { type Row, startingWith, type TableName, type Tables } from './disk.ts';
import type { Op } from './op.ts';
import { type NoteRow, opRow, type OpRow, putTemporaryIds } from './outbox-rows.ts';
import type { CopiedName, CopiedRow, CopiedTable } from './second-copy.ts';

/** What is read and written when a database meets its copy for the first time. */
export const restoredTables = ['outbox', 'ids', 'notes', 'sync', 'blobs', 'blobBytes'] as const satisfies TableName[];

/** Written once into every database; a database without it is a new one, or from a version that made no copies. */
const mark: NoteRow = { key: 'copied', value: true };

/** Whether this database has met its copy. */
export async function hasMet(tables: Pick<Tables, 'notes'>): Promise<boolean> {
  const [row] = await tables.notes.get(['copied']);
  return row !== undefined;
}

/**
 * Brings a database and its copy together, once in the life of the database: what the copy holds of one that the browser threw away is
 * put back; with an empty copy, what is here is written again, so that it is copied. Gives how many acts were put back, null where there
 * was nothing to put back from.
 */
export async function meet(tables: Tables, copied: readonly CopiedRow[]): Promise<number | null> {
  if (await hasMet(tables)) return null;
  await tables.notes.put([mark]);
  if (copied.length > 0) return putBack(tables, copied);
  for (const name of ['outbox', 'notes', 'sync'] as const)
    await tables[name].put(await tables[name].range(startingWith('')));
  const blobs = (await tables.blobs.range<BlobRow>(startingWith(''))).filter(isOwed);
  await tables.blobs.put(blobs);
  for (const { key } of blobs) await tables.blobBytes.put((await tables.blobBytes.get([key])).filter((row) => !!row));
  return null;
}

async function putBack(tables: Tables, copied: readonly CopiedRow[]): Promise<number> {
  const rowsOf = (table: CopiedTable): readonly Row[] =>
    copied.filter((one) => one.table === table).map(({ row }) => row);
  for (const name of ['notes', 'sync', 'blobs', 'blobBytes'] as const) await putMissing(tables, name, rowsOf(name));
  const [counter] = await tables.notes.get<NoteRow>(['counter']);
  // Acts of a database that was used before its copy could be read keep their numbers; the older ones come after them.
  const used = typeof counter?.value === 'number' ? counter.value : 0;
  const rows = rowsOf('outbox') as readonly OpRow[];
  const ops = rows.map(({ op }) => op).toSorted((a, b) => a.n - b.n);
  const back = ops.map((op): Op => ({ ...op, n: op.n + used, state: op.attempts > 0 ? 'inflight' : 'pending' }));
  const here = await tables.outbox.range(startingWith(''));
  const taken = new Set(here.map((row) => row.key));
  await tables.outbox.remove(used > 0 ? rows.map((row) => row.key).filter((key) => !taken.has(key)) : []);
  const last = back.at(-1)?.n ?? used;
  await tables.outbox.put([...here, ...back.map(opRow)]);
  await tables.notes.put([{ key: 'counter', value: last } satisfies NoteRow]);
  await putTemporaryIds(tables, back);
  return back.length;
}

/** What the database has by now is newer than the copy. */
async function putMissing(tables: Tables, name: CopiedTable, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += limits.rowsPerTransaction) {
    const part = rows.slice(start, start + limits.rowsPerTransaction);
    const there = await tables[name].get(part.map((row) => row.key));
    await tables[name].put(part.filter((_, index) => there[index] === undefined));
  }
}

/** What a tab had written and was perhaps not copied when it died; a row by tab. */
interface UncopiedRow extends Row {
  readonly names: readonly CopiedName[];
}

/** The row in which a tab keeps what is not copied yet. */
export const uncopiedRow = (tab: string, names: readonly CopiedName[]): UncopiedRow => ({
  key: `uncopied/${tab}`,
  names,
});

/** Writes again what tabs that died had not copied. */
export async function redo(tables: Tables): Promise<void> {
  const left = await tables.notes.range<UncopiedRow>(startingWith('uncopied/'));
  for (const { table, key } of left.flatMap(({ names }) => names)) {
    const [row] = await tables[table].get([key]);
    if (row) await tables[table].put([row]);
    else await tables[table].remove([key]);
  }
  await tables.notes.remove(left.map((row) => row.key));
}
