import { Dexie, type Transaction } from 'dexie';
import { tableIndexes, type TableName, tableNames } from './disk.ts';
import { historyTables } from './history.ts';
import { linkInvoices } from './invoice-links.ts';
import { movementRow, type MovementRow } from './rows.ts';

/** Added with layouts 2, 8 and 9. */
const blobTables = ['blobs', 'blobBytes'] as const satisfies readonly TableName[];
const sealedTables = ['sealed'] as const satisfies readonly TableName[];
const cameLater: ReadonlySet<TableName> = new Set<TableName>([...blobTables, ...sealedTables, ...historyTables]);

const layoutOf = (names: readonly TableName[]): Record<string, string> =>
  Object.fromEntries(names.map((table) => [table, ['key', ...tableIndexes[table]].join(', ')]));

/**
 * What a database reports: another tab has a newer layout and this one gave way, an older tab blocks it, or all is open. 'lost': the
 * connection went, perhaps the database too.
 */
export type DiskSign = 'outdated' | 'blocked' | 'open' | 'lost';

/** A person's database, brought to today's layout when it is opened; all layouts that were ever released. */
export function openDatabase(name: string, onSign: (sign: DiskSign) => void): Dexie {
  // Strict: 'guardado' means that the write left the operating system's cache; field phones die of flat batteries.
  const database = new Dexie(name, { chromeTransactionDurability: 'strict' });
  database.version(1).stores(layoutOf(tableNames.filter((table) => !cameLater.has(table))));
  database.version(2).stores(layoutOf(blobTables));
  // Same layout; adds index words that older apps did not write.
  database.version(3).stores({}).upgrade(reindexMovements);
  // Same layout: older apps would write without leaving a version (versions.ts).
  database.version(4).stores({});
  // Finds a record's invoice without reading them all.
  database.version(5).stores({}).upgrade(linkInvoices);
  // Same layout: older apps would write without a journal line.
  database.version(6).stores({});
  // Same layout: older apps would not see staged rows (movement-set.ts).
  database.version(7).stores({});
  // Sealed rows of a person who left: older apps would not give them back.
  database.version(8).stores(layoutOf(sealedTables));
  // History in blocks: older apps would not see it. Existing rows stay until the next whole load.
  database.version(9).stores(layoutOf(historyTables));
  // Another tab brings a newer layout: this one writes no more, and says that typed data are not saved.
  database.on('versionchange', ({ newVersion }) => {
    database.close();
    // No version: it is being deleted.
    onSign(newVersion ? 'outdated' : 'lost');
  });
  database.on('close', () => onSign('lost'));
  database.on('blocked', () => onSign('blocked'));
  // Dexie opens a newer layout than it knows: an old app must not write into it.
  database.on('ready', () => onSign(database.backendDB().version > database.verno * 10 ? 'outdated' : 'open'), true);
  return database;
}

/** Per step: a cheap phone cannot hold a whole farm in memory. */
const rowsAtOnce = 500;

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, index) => word === b[index]);

/** The row as today's app would write it; null if unchanged. */
function renewed(row: MovementRow): MovementRow | null {
  const scope = row.key.slice(0, -(row.movement.id.length + 1));
  const fresh = movementRow(scope, row.movement);
  return sameWords(row.places, fresh.places) ? null : fresh;
}

/** Adds today's index words (supplies, cycle, 'A revisar') to movements of an older layout. Writes only changed rows. */
async function reindexMovements(transaction: Transaction): Promise<void> {
  const table = transaction.table<MovementRow, string>('movements');
  let last = '';
  for (;;) {
    const rows = await table.where(':id').above(last).limit(rowsAtOnce).toArray();
    const stale = rows.map(renewed).filter((row) => row !== null);
    if (stale.length > 0) await table.bulkPut(stale);
    const end = rows.at(-1);
    if (!end || rows.length < rowsAtOnce) return;
    last = end.key;
  }
}
