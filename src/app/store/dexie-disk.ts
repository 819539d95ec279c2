import { Dexie } from 'dexie';
import { inTransaction, observing, placeOfTable, readingAhead } from './browser-transaction.ts';
import { type Ahead, type Disk, keyValues, type Mode, type Table, type TableName, type Tables } from './disk.ts';
import { type DiskSign, openDatabase } from './layouts.ts';
import { pageAtRest } from './page-rest.ts';
import { namesOf, storageFailure } from './storage-failure.ts';
import { StorageFailure } from './store.ts';
import { isVersioned, nextVersions, RememberedTable, rememberedNames, TableMemory } from './versions.ts';

/**
 * Errors of a database lost under a living page: iOS ends the storage process of background apps (offline.md F7). Reopening once cures it;
 * other errors are reported.
 */
const lostConnection = new Set(['DatabaseClosedError', 'UnknownError', 'InvalidStateError', 'OpenFailedError']);

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

const observed = (table: Table, onWrite: () => void): Table => ({
  ...table,
  put: (rows) => {
    if (rows.length > 0) onWrite();
    return table.put(rows);
  },
  remove: (keys) => {
    if (keys.length > 0) onWrite();
    return table.remove(keys);
  },
});

const observedAll = (tables: Tables, onWrite: (name: TableName) => void): Tables =>
  Object.fromEntries(
    (Object.entries(tables) as [TableName, Table][]).map(([name, table]) => [
      name,
      isVersioned(name) ? observed(table, () => onWrite(name)) : table,
    ]),
  ) as unknown as Tables;

/**
 * A disk where each change of confirmed rows, and of tables that a tab caches, leaves a new version in its own transaction: under one
 * version rows are equal and need no rereading. Moved rows leave one where a cached table moves with them. `mark`: makes a unique text.
 */
export function versionedDisk(disk: Disk, mark: () => string): Disk {
  const memories = new Map(rememberedNames.map((name) => [name, new TableMemory()]));
  return {
    ...disk,
    transact: (mode, names, task, ahead) => {
      const remembered = rememberedNames.filter((name) => names.includes(name));
      const isWrite = mode === 'write' && names.some(isVersioned);
      if (remembered.length === 0 && !isWrite) return disk.transact(mode, names, task, ahead);
      const all = [...new Set<TableName>([...names, keyValues])];
      const run = async (tables: Tables) => {
        const changed = new Set<TableName>();
        const own = remembered.map(
          (name) =>
            [
              name,
              new RememberedTable(tables, name, memories.get(name) ?? new TableMemory(), mark, mode !== 'read'),
            ] as const,
        );
        const kept = Object.fromEntries(own.map(([name, table]) => [name, table.table()]));
        const result = await task(
          observedAll({ ...tables, ...kept }, (name) => {
            changed.add(name);
          }),
        );
        const version = changed.size > 0 ? await nextVersions(tables, mark(), changed.has('things')) : [];
        await tables[keyValues].put([...version, ...own.flatMap(([, table]) => table.marks())]);
        return result;
      };
      return disk.transact(mode, all, run, ahead);
    },
  };
}
