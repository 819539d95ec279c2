import { Dexie } from 'dexie';
import { inTransaction } from './browser-transaction.ts';
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
import { observing, placeOfTable } from './observed.ts';
import { pageAtRest } from './page-rest.ts';
import { readingAhead } from './read-ahead.ts';
import { reindexMovements } from './reindex.ts';
import { namesOf, storageFailure } from './storage-failure.ts';
import { StorageFailure } from './store.ts';

/**
 * Signs that the database went away under a living page: iOS ends the storage process of apps in the background (offline.md F7).
 * Opening it again once is the cure; anything else that fails is told.
 */
const lostConnection = new Set(['DatabaseClosedError', 'UnknownError', 'InvalidStateError', 'OpenFailedError']);

/** What came with the second layout, and with the eighth; with the ninth that of the history. */
const blobTables = ['blobs', 'blobBytes'] as const satisfies readonly TableName[];
const sealedTables = ['sealed'] as const satisfies readonly TableName[];
const cameLater: ReadonlySet<TableName> = new Set<TableName>([...blobTables, ...sealedTables, ...historyTables]);

const layoutOf = (names: readonly TableName[]): Record<string, string> =>
  Object.fromEntries(names.map((table) => [table, ['key', ...tableIndexes[table]].join(', ')]));

/**
 * What a database tells of the other tabs: one has brought a newer layout and this one has given way, an older one is in the way, or
 * nothing is. 'lost': the connection went, and perhaps the database with it.
 */
export type DiskSign = 'outdated' | 'blocked' | 'open' | 'lost';

function openDatabase(name: string, onSign: (sign: DiskSign) => void): Dexie {
  // Strict: 'guardado' is said only when the write has left the operating system's cache; phones in the field die of flat batteries.
  const database = new Dexie(name, { chromeTransactionDurability: 'strict' });
  database.version(1).stores(layoutOf(tableNames.filter((table) => !cameLater.has(table))));
  database.version(2).stores(layoutOf(blobTables));
  // No new place, but words by which movements are found that older apps did not write.
  database.version(3).stores({}).upgrade(reindexMovements);
  // No new place either: apps from before the versions (versioned-disk.ts) would write without leaving one.
  database.version(4).stores({});
  // Rows by which the invoice of a record is found without reading them all.
  database.version(5).stores({}).upgrade(linkInvoices);
  // No new place: apps from before the journals would write without a line in one.
  database.version(6).stores({});
  // No new place: older apps would not see rows of the feed that are still on their way in (layers.ts).
  database.version(7).stores({});
  // What stays of a person who left: older apps would not give it back to him.
  database.version(8).stores(layoutOf(sealedTables));
  // The history by the hundred: older apps would not see it. What lies in rows stays so until everything is fetched again.
  database.version(9).stores(layoutOf(historyTables));
  // Another tab brings a newer layout: this one gives way and writes nothing more; what is typed in it is told as not saved.
  database.on('versionchange', ({ newVersion }) => {
    database.close();
    // No version: somebody deletes it, and nothing newer comes.
    onSign(newVersion ? 'outdated' : 'lost');
  });
  database.on('close', () => onSign('lost'));
  database.on('blocked', () => onSign('blocked'));
  // The library opens a newer layout than it was told of: an old app must not write what the new one would not understand.
  database.on('ready', () => onSign(database.backendDB().version > database.verno * 10 ? 'outdated' : 'open'), true);
  return database;
}

/** The browser's own connection. The library opens it, brings older layouts up, and says where another tab keeps it from that. */
async function connectionOf(database: Dexie): Promise<IDBDatabase> {
  // Asked for nothing, it opens; one that was closed for good says so.
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

/** The device's IndexedDB, one database for each person: `campo:{userId}`. The only place that opens it. */
export function openDexieDisk(name: string, onSign: (sign: DiskSign) => void = () => undefined): Disk {
  let isOutdated = false;
  const onDiskSign = (sign: DiskSign): void => {
    if (sign === 'outdated') isOutdated = true;
    onSign(sign);
  };
  let database = openDatabase(name, onDiskSign);

  /** Transactions that fail together open it again once: the second must not close what the first has opened. */
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
    // Told without reading: a live query would read the whole outbox in every tab at every change, only to say that it changed.
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
