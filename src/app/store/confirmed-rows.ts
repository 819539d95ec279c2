import { cellRowSchema, type Change, organizationRowSchema } from '../../contract/endpoints/sync.ts';
import { memberSchema } from '../../contract/endpoints/account.ts';
import { movementSchema } from '../../domain/movements/movement.ts';
import type { Thing } from '../../domain/things/describe.ts';
import { allThings, plainThings } from '../../domain/things/registry.ts';
import { startingWith, type Tables } from './disk.ts';
import { linksOf, writeLinks } from './invoice-links.ts';
import { movementRow, type MovementRow, rainOf, type RainRow, type ThingRow } from './rows.ts';

const schemas: Readonly<Record<string, Thing['row'] | undefined>> = {
  organization: organizationRowSchema,
  members: memberSchema,
  cells: cellRowSchema,
  movements: movementSchema,
  ...Object.fromEntries(allThings.map(({ table, row }) => [table, row])),
};

/**
 * Goes up by one with every table, with every index and with every schema above that comes to read rows which it did not: rows that an older app left out are
 * nowhere on the phone, and the feed brings only what changes. The farm is then loaded anew, beside the rows that screens go on reading.
 * Every thing that is made of fields counts by itself.
 */
export const confirmedShape = 3 + plainThings.length;

/** Tables that `writeChanges` writes. */
export const confirmedTables = ['things', 'movements', 'rain'] as const;

/** Rows that this version cannot read: left out, and told in the diagnostics. Unknown tables of a newer server are not ours to keep. */
export function unreadable(changes: readonly Change[]): Change[] {
  return changes.filter(({ table, row }) => {
    const schema = schemas[table];
    return schema !== undefined && row !== null && !schema.safeParse(row).success;
  });
}

/** Writes rows of the server into a set of confirmed rows; sums of rain follow by difference. Gives the rows that it left out. */
export async function writeChanges(
  tables: Tables,
  scope: string,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const leftOut = unreadable(changes);
  const readable = changes.filter((change) => !leftOut.includes(change));
  const small = readable.filter(({ table }) => table !== 'movements' && schemas[table] !== undefined);
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
  const movements = readable.filter(({ table }) => table === 'movements');
  if (movements.length > 0) await writeMovements(tables, scope, movements);
  return leftOut;
}

async function writeMovements(tables: Tables, scope: string, changes: readonly Change[]): Promise<void> {
  const latest = new Map(changes.map((change) => [change.id, change.row]));
  const keys = [...latest.keys()].map((id) => `${scope}/${id}`);
  const before = await tables.movements.get<MovementRow>(keys);
  const rows: MovementRow[] = [];
  const gone: string[] = [];
  for (const [id, row] of latest) {
    if (row === null) gone.push(`${scope}/${id}`);
    else rows.push(movementRow(scope, movementSchema.parse(row)));
  }
  await addRain(tables, scope, before, rows);
  await tables.movements.put(rows);
  await tables.movements.remove(gone);
}

/** Adds the difference that movements make to the sums of rain of a set. */
export async function addRain(
  tables: Tables,
  scope: string,
  before: readonly (MovementRow | undefined)[],
  after: readonly MovementRow[],
): Promise<void> {
  const differences = new Map<string, number>();
  const add = (row: MovementRow | undefined, sign: 1 | -1): void => {
    const rain = row && rainOf(row.movement);
    if (rain) differences.set(rain.month, (differences.get(rain.month) ?? 0) + sign * rain.hundredths);
  };
  for (const row of before) add(row, -1);
  for (const row of after) add(row, 1);
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
