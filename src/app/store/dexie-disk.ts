import { Dexie, liveQuery, type Table as DexieTable } from 'dexie';
import { type Disk, type Row, type Table, tableIndexes, type TableName, tableNames, type Tables } from './disk.ts';
import { StorageFailure } from './store.ts';

/**
 * Signs that the database went away under a living page: iOS ends the storage process of apps in the background (offline.md F7).
 * Opening it again once is the cure; anything else that fails is told.
 */
const lostConnection = new Set(['DatabaseClosedError', 'UnknownError', 'InvalidStateError']);

const namesOf = (thrown: unknown): readonly string[] => {
  if (!(thrown instanceof Error)) return [];
  const inner = (thrown as { readonly inner?: unknown }).inner;
  return [thrown.name, ...(inner instanceof Error || inner instanceof DOMException ? [inner.name] : [])];
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

/** What came with the second layout. */
const blobTables: ReadonlySet<TableName> = new Set<TableName>(['blobs', 'blobBytes']);

const layoutOf = (names: readonly TableName[]): Record<string, string> =>
  Object.fromEntries(names.map((table) => [table, ['key', ...tableIndexes[table]].join(', ')]));

function openDatabase(name: string): Dexie {
  // Strict: 'guardado' is said only when the write has left the operating system's cache; phones in the field die of flat batteries.
  const database = new Dexie(name, { chromeTransactionDurability: 'strict' });
  database.version(1).stores(layoutOf(tableNames.filter((table) => !blobTables.has(table))));
  database.version(2).stores(layoutOf([...blobTables]));
  // Another tab brings a newer layout: this one gives way, its next act opens the database again or is told as not saved.
  database.on('versionchange', () => {
    database.close();
  });
  return database;
}

function once<T>(
  database: Dexie,
  mode: 'read' | 'write',
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
const failure = (thrown: unknown): unknown =>
  thrown instanceof Dexie.DexieError || thrown instanceof DOMException
    ? new StorageFailure(namesOf(thrown).join(' '), { cause: thrown })
    : thrown;

/** The device's IndexedDB, one database for each person: `campo:{userId}`. The only place that opens it. */
export function openDexieDisk(name: string): Disk {
  let database = openDatabase(name);

  /** Transactions that fail together open it again once: the second must not close what the first has opened. */
  const reopen = (lost: Dexie): void => {
    if (database !== lost) return;
    lost.close();
    database = openDatabase(name);
  };

  return {
    transact: async (mode, names, task) => {
      const used = database;
      try {
        return await once(used, mode, names, task);
      } catch (thrown) {
        if (!namesOf(thrown).some((word) => lostConnection.has(word))) throw failure(thrown);
        reopen(used);
      }
      try {
        return await once(database, mode, names, task);
      } catch (thrown) {
        throw failure(thrown);
      }
    },
    watch: (names, listener) => {
      let isFirst = true;
      const watched = liveQuery(() => Promise.all(names.map((table) => database.table(table).toArray())));
      const subscription = watched.subscribe({
        next: () => {
          if (!isFirst) listener();
          isFirst = false;
        },
        error: listener,
      });
      return () => {
        subscription.unsubscribe();
      };
    },
    close: () => {
      database.close();
    },
  };
}
