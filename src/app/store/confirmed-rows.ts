import { cellRowSchema, type Change, organizationRowSchema } from '#contract/endpoints/sync.ts';
import { memberSchema } from '#contract/endpoints/account.ts';
import { type Movement, movementSchema } from '#domain/movements/movement.ts';
import type { Thing } from '#domain/things/describe.ts';
import { allThings, plainThings } from '#domain/things/registry.ts';
import { startingWith, type Tables } from './disk.ts';
import { dropHistory, historyTables, putHistory } from './history.ts';
import { linksOf, writeLinks } from './invoice-links.ts';
import { putMovements, rainsOf, removeMovements } from './movement-set.ts';
import { type Rain, rainOf, type RainRow, type ThingRow } from './rows.ts';

const schemas: Readonly<Record<string, Thing['row'] | undefined>> = {
  organization: organizationRowSchema,
  members: memberSchema,
  cells: cellRowSchema,
  movements: movementSchema,
  ...Object.fromEntries(allThings.map(({ table, row }) => [table, row])),
};

/**
 * Raised with every table, index or schema that comes to read rows which it did not: an older app left those out and the feed brings only
 * changes, so the farm is loaded anew beside what screens read. Things made of fields count by themselves.
 */
export const confirmedShape = 3 + plainThings.length;

/** Tables that `writeChanges` writes. */
export const confirmedTables = ['things', 'movements', 'rain', ...historyTables] as const;

/** Movements by their ids, each as it was said last; null: it is gone. */
type Newest = ReadonlyMap<string, Movement | null>;

/** What of changes this version can read, read once. */
interface Read {
  readonly small: readonly Change[];
  readonly movements: Newest;
  /** Rows that it cannot read. Unknown tables of a newer server are not ours to keep. */
  readonly leftOut: readonly Change[];
}

function read(changes: readonly Change[]): Read {
  const small: Change[] = [];
  const movements = new Map<string, Movement | null>();
  const leftOut: Change[] = [];
  for (const change of changes) {
    const { table, id, row } = change;
    const isMovement = table === 'movements';
    const schema = schemas[table];
    if (!schema) continue;
    const parsed = row === null ? null : isMovement ? movementSchema.safeParse(row) : schema.safeParse(row);
    if (parsed?.success === false) leftOut.push(change);
    else if (!isMovement) small.push(change);
    else movements.set(id, (parsed?.data as Movement | undefined) ?? null);
  }
  return { small, movements, leftOut };
}

/** Whether there are rows among these that this version cannot read. */
export const isUnreadable = (changes: readonly Change[]): boolean => read(changes).leftOut.length > 0;

/** Writes rows of the server into a set of confirmed rows; sums of rain follow by difference. Gives the rows that it left out. */
export async function writeChanges(
  tables: Tables,
  scope: string,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const { small, movements, leftOut } = read(changes);
  await writeSmall(tables, scope, small);
  await writeMovements(tables, scope, movements);
  return leftOut;
}

/** The same for a page of a load of the whole: its movements go into the history, where nothing is looked for before. */
export async function writePage(tables: Tables, scope: string, changes: readonly Change[]): Promise<readonly Change[]> {
  const { small, movements, leftOut } = read(changes);
  await writeSmall(tables, scope, small);
  const rows = [...movements.values()].filter((movement) => movement !== null);
  const again = await putHistory(tables, scope, rows);
  const known = new Set(again);
  await addRain(
    tables,
    scope,
    [],
    rows.filter((movement) => !known.has(movement)),
  );
  const gone = [...movements].filter(([, movement]) => movement === null);
  await writeMovements(tables, scope, new Map([...gone, ...again.map((row) => [row.id, row] as const)]));
  return leftOut;
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
  await addRain(tables, scope, [...(await rainsOf(tables, scope, ids)).values()], after);
  await putMovements(tables, scope, after);
  await removeMovements(
    tables,
    scope,
    ids.filter((id) => changes.get(id) === null),
  );
}

/** Adds the difference that movements make to the sums of rain of a set. `before`: what those of them added that stood there. */
export async function addRain(
  tables: Tables,
  scope: string,
  before: readonly Rain[],
  after: readonly Movement[],
): Promise<void> {
  const differences = new Map<string, number>();
  const add = ({ month, hundredths }: Rain, sign: 1 | -1): void => {
    differences.set(month, (differences.get(month) ?? 0) + sign * hundredths);
  };
  for (const rain of before) add(rain, -1);
  for (const movement of after) {
    const rain = rainOf(movement);
    if (rain) add(rain, 1);
  }
  if (differences.size === 0) return;
  const keys = [...differences.keys()].map((month) => `${scope}/${month}`);
  const sums = await tables.rain.get<RainRow>(keys);
  const changed = [...differences.values()].map((hundredths, index) => ({
    key: keys[index] ?? '',
    hundredths: (sums[index]?.hundredths ?? 0) + hundredths,
  }));
  await tables.rain.put(changed);
}

/** Empties one list of a set of confirmed rows, for messages that bring it whole. */
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
  await tables[name].remove(rows.map((row) => row.key));
}
