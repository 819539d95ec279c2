import { Dexie } from 'dexie';
import { inTransaction, observing, placeOfTable, readingAhead } from './browser-transaction.ts';
import { type Ahead, type Disk, keyValues, type Mode, type TableName, type Tables } from './disk.ts';
import { type DiskSign, openDatabase } from './layouts.ts';
import { pageAtRest, type PageRest } from './page-rest.ts';
import { namesOf, storageFailure } from './storage-failure.ts';
import { ClosedFailure, StorageFailure } from './store.ts';

/**
 * Errors of a database lost under a living page: iOS ends the storage process of background apps (offline.md F7). Reopening once cures it;
 * other errors are reported.
 */
const lostConnection = new Set(['DatabaseClosedError', 'UnknownError', 'InvalidStateError', 'OpenFailedError']);

/** The native connection. Dexie opens and upgrades it, and reports when another tab blocks that. */
async function connectionOf(database: Dexie): Promise<IDBDatabase> {
  // An empty transaction opens it; a closed one throws.
  if (!database.isOpen()) await database.transaction('r', keyValues, () => undefined);
  // Null once it was closed, whatever Dexie's types say: an emptied phone's screens still ask.
  const connection = database.backendDB() as IDBDatabase | null;
  if (connection === null) throw new ClosedFailure('It was closed while it was opened');
  return connection;
}

interface Beside {
  readonly ahead: Ahead | undefined;
  readonly committed: (() => void) | undefined;
  readonly rest: PageRest | null;
}

async function once<T>(
  database: Dexie,
  mode: Mode,
  names: readonly TableName[],
  task: (tables: Tables) => Promise<T>,
  { ahead, committed, rest }: Beside,
): Promise<T> {
  const observer = observing(database.name);
  const onBegun = (transaction: IDBTransaction): void => rest?.follow(transaction);
  const connection = await connectionOf(database);
  const result = await inTransaction({ database: connection, mode, names, observer, onBegun }, (tables) =>
    task(readingAhead(tables, ahead, mode)),
  );
  committed?.();
  observer.tell();
  return result;
}

/** Reads anew what its page was reading when it went to rest. Not a write: another tab may be alone by now. */
function rereading(transact: Disk['transact'], rest: PageRest): Disk['transact'] {
  const again: Disk['transact'] = async (mode, ...given) => {
    const whenShown = rest.begin();
    try {
      return await transact(mode, ...given);
    } catch (thrown) {
      const shown = mode === 'read' ? whenShown() : null;
      if (shown === null) throw thrown;
      await shown;
      return await again(mode, ...given);
    }
  };
  return again;
}

/** A person's IndexedDB, `campo:{userId}`. The only place that opens it. */
export function openDexieDisk(
  name: string,
  onSign: (sign: DiskSign) => void = () => undefined,
  rest: PageRest | null = pageAtRest(),
): Disk {
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

  const transact: Disk['transact'] = async (mode, names, task, ahead, committed) => {
    if (isOutdated && mode !== 'read') throw new StorageFailure('A newer version of the app has this database');
    const used = database;
    try {
      return await once(used, mode, names, task, { ahead, committed, rest });
    } catch (thrown) {
      if (!namesOf(thrown).some((word) => lostConnection.has(word))) throw storageFailure(thrown);
      reopen(used);
    }
    try {
      return await once(database, mode, names, task, { ahead, committed, rest });
    } catch (thrown) {
      throw storageFailure(thrown);
    }
  };

  return {
    transact: rest ? rereading(transact, rest) : transact,
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
