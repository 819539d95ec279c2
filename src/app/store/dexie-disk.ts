import { Dexie, type Transaction } from 'dexie';
import { inTransaction, observing, placeOfTable, readingAhead } from './browser-transaction.ts';
import {
  type Ahead,
  type Disk,
  keyValues,
  type Mode,
  tableIndexes,
  type TableName,
  tableNames,
  type Tables,
} from './disk.ts';
import { historyTables } from './history.ts';
import { linkInvoices } from './invoice-links.ts';
import { pageAtRest } from './page-rest.ts';
import { namesOf, storageFailure } from './storage-failure.ts';
import { StorageFailure } from './store.ts';
import { movementRow, type MovementRow } from './rows.ts';

/**
 * Errors of a database lost under a living page: iOS ends the storage process of background apps (offline.md F7). Reopening once cures it;
 * other errors are reported.
 */
const lostConnection = new Set(['DatabaseClosedError', 'UnknownError', 'InvalidStateError', 'OpenFailedError']);

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
type DiskSign = 'outdated' | 'blocked' | 'open' | 'lost';

function openDatabase(name: string, onSign: (sign: DiskSign) => void): Dexie {
  // Strict: 'guardado' means that the write left the operating system's cache; field phones die of flat batteries.
  const database = new Dexie(name, { chromeTransactionDurability: 'strict' });
  database.version(1).stores(layoutOf(tableNames.filter((table) => !cameLater.has(table))));
  database.version(2).stores(layoutOf(blobTables));
  // Same layout; adds index words that older apps did not write.
  database.version(3).stores({}).upgrade(reindexMovements);
  // Same layout: older apps would write without leaving a version (versioned-disk.ts).
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

/** The native connection. Dexie opens and upgrades it, and reports when another tab blocks that. */
async function connectionOf(database: Dexie): Promise<IDBDatabase> {
  // An empty transaction opens it; a closed one throws.
  if (!database.isOpen()) await database.transaction('r', keyValues, () => undefined);
  return database.backendDB();
}

async function once<T>(
  database: Dexie,
  mode: Mode,
  names: readonly TableName[],
  task: (tables: Tables) => Promise<T>,
  ahead: Ahead | undefined,
): Promise<T> {
  const observer = observing(database.name);
  const onBegun = (transaction: IDBTransaction): void => pageAtRest()?.follow(transaction);
  const connection = await connectionOf(database);
  const result = await inTransaction({ database: connection, mode, names, observer, onBegun }, (tables) =>
    task(readingAhead(tables, ahead, mode)),
  );
  observer.tell();
  return result;
}

/** A person's IndexedDB, `campo:{userId}`. The only place that opens it. */
export function openDexieDisk(name: string, onSign: (sign: DiskSign) => void = () => undefined): Disk {
  let isOutdated = false;
  const onDiskSign = (sign: DiskSign): void => {
    if (sign === 'outdated') isOutdated = true;
    onSign(sign);
  };
  let database = openDatabase(name, onDiskSign);

  /** When several transactions fail together, only the first reopens. */
  const reopen = (lost: Dexie): void => {
    if (database !== lost) return;
    lost.close();
    database = openDatabase(name, onDiskSign);
    onSign('lost');
  };

  return {
    transact: async (mode, names, task, ahead) => {
      if (isOutdated && mode !== 'read') throw new StorageFailure('A newer version of the app has this database');
      const used = database;
      try {
        return await once(used, mode, names, task, ahead);
      } catch (thrown) {
        if (!namesOf(thrown).some((word) => lostConnection.has(word))) throw storageFailure(thrown);
        reopen(used);
      }
      try {
        return await once(database, mode, names, task, ahead);
      } catch (thrown) {
        throw storageFailure(thrown);
      }
    },
    // No live query: it would read the whole outbox in every tab at every change.
    watch: (names, listener) => {
      const places = names.map((table) => placeOfTable(name, table));
      const onMutated = (changed: object): void => {
        const isOurs = (place: string): boolean => places.some((ours) => place.startsWith(ours));
        if ('all' in changed || Object.keys(changed).some(isOurs)) listener();
      };
      Dexie.on('storagemutated', onMutated);
      return () => {
        Dexie.on.storagemutated.unsubscribe(onMutated);
      };
    },
    close: () => {
      database.close();
    },
  };
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
