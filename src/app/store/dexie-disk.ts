import { Dexie, type Table as DexieTable } from 'dexie';
import {
  type Disk,
  type Mode,
  type Row,
  type Table,
  tableIndexes,
  type TableName,
  tableNames,
  type Tables,
} from './disk.ts';
import { linkInvoices } from './invoice-links.ts';
import { restOfPage } from './page-rest.ts';
import { reindexMovements } from './reindex.ts';
import { StorageFailure } from './store.ts';

/**
 * Signs that the database went away under a living page: iOS ends the storage process of apps in the background (offline.md F7).
 * Opening it again once is the cure; anything else that fails is told.
 */
const lostConnection = new Set(['DatabaseClosedError', 'UnknownError', 'InvalidStateError', 'OpenFailedError']);

const namesOf = (thrown: unknown): readonly string[] => {
  if (!(thrown instanceof Error)) return [];
  // A write of several rows fails by its rows; a transaction that the browser gave up, by what lies inside.
  const { inner, failures } = thrown as { readonly inner?: unknown; readonly failures?: unknown };
  const within = [inner, ...(Array.isArray(failures) ? (failures as unknown[]) : [])];
  const causes = within.filter((one) => one instanceof Error || one instanceof DOMException);
  return [...new Set([thrown.name, ...causes.map((one) => one.name)])];
};

/** A call about no rows must not touch the transaction: with no request under way it would be taken for finished. */
const nothing = (): PromiseLike<never[]> => Dexie.Promise.resolve([]);

const asTable = (table: DexieTable<Row, string>): Table => ({
  get: <R extends Row>(keys: readonly string[]) =>
    (keys.length === 0 ? nothing() : table.bulkGet([...keys])) as unknown as PromiseLike<(R | undefined)[]>,
  range: <R extends Row>({ index, from, to, reverse, limit }: Parameters<Table['range']>[0]) => {
    const found = table.where(index ?? ':id').between(from, to, true, false);
    const ordered = reverse ? found.reverse() : found;
    return (limit === undefined ? ordered : ordered.limit(limit)).toArray() as unknown as PromiseLike<R[]>;
  },
  put: (rows) => (rows.length === 0 ? nothing() : table.bulkPut([...rows])),
  remove: (keys) => (keys.length === 0 ? nothing() : table.bulkDelete([...keys])),
});

/** What came with the second layout, and with the eighth. */
const blobTables = ['blobs', 'blobBytes'] as const satisfies readonly TableName[];
const sealedTables = ['sealed'] as const satisfies readonly TableName[];
const cameLater: ReadonlySet<TableName> = new Set<TableName>([...blobTables, ...sealedTables]);

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
  const rest = restOfPage();
  if (rest) database.use(rest);
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

function once<T>(
  database: Dexie,
  mode: Mode,
  names: readonly TableName[],
  task: (tables: Tables) => Promise<T>,
): PromiseLike<T> {
  const tables = Object.fromEntries(
    names.map((table) => [table, asTable(database.table<Row, string>(table))]),
  ) as unknown as Tables;
  // An async function by its own word: the database follows its awaits only then, and would else take it for finished.
  return database.transaction(mode === 'read' ? 'r' : 'rw', [...names], async () => await task(tables));
}

/** What the disk throws is a foreseen failure; what our own lines throw is a bug and stays one. */
export const storageFailure = (thrown: unknown): unknown =>
  thrown instanceof Dexie.DexieError || thrown instanceof DOMException
    ? new StorageFailure(namesOf(thrown).join(' '), { cause: thrown })
    : thrown;

/** The device's IndexedDB, one database for each person: `campo:{userId}`. The only place that opens it. */
export function openDexieDisk(name: string, onSign: (sign: DiskSign) => void = () => undefined): Disk {
  let isOutdated = false;
  const hear = (sign: DiskSign): void => {
    if (sign === 'outdated') isOutdated = true;
    onSign(sign);
  };
  let database = openDatabase(name, hear);

  /** Transactions that fail together open it again once: the second must not close what the first has opened. */
  const reopen = (lost: Dexie): void => {
    if (database !== lost) return;
    lost.close();
    database = openDatabase(name, hear);
    onSign('lost');
  };

  return {
    transact: async (mode, names, task) => {
      if (isOutdated && mode !== 'read') throw new StorageFailure('A newer version of the app has this database');
      const used = database;
      try {
        return await once(used, mode, names, task);
      } catch (thrown) {
        if (!namesOf(thrown).some((word) => lostConnection.has(word))) throw storageFailure(thrown);
        reopen(used);
      }
      try {
        return await once(database, mode, names, task);
      } catch (thrown) {
        throw storageFailure(thrown);
      }
    },
    // Told without reading: a live query would read the whole outbox in every tab at every change, only to say that it changed.
    watch: (names, listener) => {
      const places = names.map((table) => `idb://${name}/${table}/`);
      const heard = (changed: object): void => {
        const isOurs = (place: string): boolean => places.some((ours) => place.startsWith(ours));
        if ('all' in changed || Object.keys(changed).some(isOurs)) listener();
      };
      Dexie.on('storagemutated', heard);
      return () => {
        Dexie.on.storagemutated.unsubscribe(heard);
      };
    },
    close: () => {
      database.close();
    },
  };
}
