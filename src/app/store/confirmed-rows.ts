import { type Change, syncTables } from '#contract/endpoints/sync.ts';
import type { Movement } from '#domain/movements/movement.ts';
import { plainThings } from '#domain/things/registry.ts';
import { type Disk, keysOf, type Row, startingWith, type Tables } from './disk.ts';
import { dropHistory, historyTables, readContents, readPage } from './history.ts';
import { type HistoryPage, showPage } from './history-page.ts';
import { linksOf, writeLinks } from './invoice-links.ts';
import { putMovements, rainsOf, removeMovements } from './movement-set.ts';
import { type MovementRow, type Rain, rainOf, type RainRow, scopeOf, type ThingRow } from './rows.ts';
import { Digest } from '#contract/digest.ts';
import { readNow } from './outbox-rows.ts';
import { type Newest, type Read, readRows } from './read-rows.ts';
import type { RowsDigest, SyncState } from './store.ts';

/**
 * Raise with every table, index or schema that reads rows which older apps left out: the feed brings only changes, so the farm is reloaded
 * in the background. Plain things count by themselves.
 */
export const confirmedShape = 3 + plainThings.length;

export const confirmedTables = ['things', 'movements', 'rain', ...historyTables] as const;

export const isUnreadable = (changes: readonly Change[]): boolean => readRows(changes).leftOut.length > 0;

/** Writes server rows into a set; rain sums follow by difference. Gives the unreadable ones. */
export async function writeChanges(
  tables: Tables,
  scope: string,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const { small, movements, leftOut } = readRows(changes);
  await writeSmall(tables, scope, small);
  await writeMovements(tables, scope, movements);
  return leftOut;
}

/** The same for a page of a whole load, whose movements lie in blocks. Unless they are 'shown', nothing is written. */
export async function writePage(
  tables: Tables,
  { small, movements }: Read,
  history: HistoryPage,
  isStaged: boolean,
): Promise<'shown' | 'gone' | 'known'> {
  const { scope, fresh, again } = history;
  const shown = await showPage(tables, history, isStaged);
  if (shown !== 'shown') return shown;
  await writeSmall(tables, scope, small);
  await addRain(tables, scope, [], fresh);
  const gone = [...movements].filter(([, movement]) => movement === null);
  await writeMovements(tables, scope, new Map([...gone, ...again.map((row) => [row.id, row] as const)]));
  return shown;
}

async function writeSmall(tables: Tables, scope: string, small: readonly Change[]): Promise<void> {
  const keyOf = ({ table, id }: Change): string => `${scope}/${table}/${id}`;
  const latest = [...new Map(small.map((change) => [keyOf(change), change])).values()];
  await writeLinks(
    tables,
    scope,
    latest.filter(({ table }) => table === 'invoices'),
  );
  const kept = latest.filter((change) => change.row !== null);
  await tables.things.put(kept.map((change) => ({ key: keyOf(change), thing: change.row }) satisfies ThingRow));
  await tables.things.remove(latest.filter((change) => change.row === null).map(keyOf));
}

async function writeMovements(tables: Tables, scope: string, changes: Newest): Promise<void> {
  if (changes.size === 0) return;
  const ids = [...changes.keys()];
  const after = [...changes.values()].filter((movement) => movement !== null);
  const before = rainsOf(tables, scope, ids).then((rains) => [...rains.values()]);
  await addRain(tables, scope, before, after);
  await putMovements(tables, scope, after);
  await removeMovements(
    tables,
    scope,
    ids.filter((id) => changes.get(id) === null),
  );
}

/** Adds the change in rain to a set's sums. `before`: what the old rows had added; the sums of the new ones are asked for meanwhile. */
export async function addRain(
  tables: Tables,
  scope: string,
  before: readonly Rain[] | PromiseLike<readonly Rain[]>,
  after: readonly Movement[],
): Promise<void> {
  const differences = new Map<string, number>();
  const add = ({ month, hundredths }: Rain, sign: 1 | -1): void => {
    differences.set(month, (differences.get(month) ?? 0) + sign * hundredths);
  };
  const sums = new Map<string, number>();
  const readSums = async (months: readonly string[]): Promise<void> => {
    const rows = await tables.rain.get<RainRow>(months.map((month) => `${scope}/${month}`));
    for (const [index, month] of months.entries()) sums.set(month, rows[index]?.hundredths ?? 0);
  };
  for (const movement of after) {
    const rain = rainOf(movement);
    if (rain) add(rain, 1);
  }
  const [earlier] = await Promise.all([before, readSums([...differences.keys()])]);
  for (const rain of earlier) add(rain, -1);
  await readSums([...differences.keys()].filter((month) => !sums.has(month)));
  const changed = [...differences].map(([month, hundredths]): RainRow => ({
    key: `${scope}/${month}`,
    hundredths: (sums.get(month) ?? 0) + hundredths,
  }));
  await tables.rain.put(changed);
}

/** Empties one list of a set, for messages that bring it whole. */
export async function emptyList(tables: Tables, scope: string, list: string): Promise<void> {
  if (list === 'movements') {
    while (await dropHistory(tables, startingWith(`${scope}/`)));
    await removeStarting(tables, 'movements', `${scope}/`);
    await removeStarting(tables, 'rain', `${scope}/`);
    return;
  }
  await removeStarting(tables, 'things', `${scope}/${list}/`);
  if (list === 'invoices') await removeStarting(tables, 'things', linksOf(scope));
}

async function removeStarting(tables: Tables, name: 'things' | 'movements' | 'rain', prefix: string): Promise<void> {
  const rows = await tables[name].range(startingWith(prefix));
  await tables[name].remove(keysOf(rows));
}

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
    from = `${last.key}\u0000`;
  }
}
