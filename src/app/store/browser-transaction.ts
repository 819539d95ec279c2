import type { Mode, Range, Row, Table, TableName, Tables } from './disk.ts';

/** Told of a transaction's reads and writes. */
export interface Observer {
  readonly onGet: (table: TableName, keys: readonly string[]) => void;
  readonly onRange: (table: TableName) => void;
  readonly onWrite: (table: TableName, keys: readonly string[]) => void;
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new DOMException('No answer', 'UnknownError')));
  });

/** Requests are answered in order: after the last, all are there. */
async function rowsAt<R extends Row>(store: IDBObjectStore, keys: readonly string[]): Promise<(R | undefined)[]> {
  const requests = keys.map((key) => store.get(key) as IDBRequest<R | undefined>);
  const last = requests.at(-1);
  if (last) await answerOf(last);
  return requests.map((request) => request.result);
}

/** A range backwards: `getAll` only goes forwards. */
function backwards<R extends Row>(source: IDBObjectStore | IDBIndex, range: IDBKeyRange, limit: number): Promise<R[]> {
  return new Promise((resolve, reject) => {
    const found: R[] = [];
    const request = source.openCursor(range, 'prev');
    request.addEventListener('error', () => reject(request.error ?? new DOMException('No answer', 'UnknownError')));
    request.addEventListener('success', () => {
      const cursor = request.result;
      if (cursor) found.push(cursor.value as R);
      if (cursor && found.length < limit) cursor.continue();
      else resolve(found);
    });
  });
}

function rowsBetween<R extends Row>(
  store: IDBObjectStore,
  { index, from, to, reverse, limit = Infinity }: Range,
): Promise<R[]> {
  if (from >= to || limit === 0) return Promise.resolve([]);
  const source = index === undefined ? store : store.index(index);
  const range = IDBKeyRange.bound(from, to, false, true);
  if (reverse) return backwards<R>(source, range, limit);
  return answerOf(source.getAll(range, Number.isFinite(limit) ? limit : undefined) as IDBRequest<R[]>);
}

/** A table of a native transaction. Writes are not awaited: a failed one fails the transaction. */
const tableIn = (store: IDBObjectStore, name: TableName, { onGet, onRange, onWrite }: Observer): Table => ({
  get: (keys) => {
    onGet(name, keys);
    return rowsAt(store, keys);
  },
  range: (range) => {
    onRange(name);
    return rowsBetween(store, range);
  },
  put: (rows) => {
    for (const row of rows) store.put(row);
    onWrite(
      name,
      rows.map(({ key }) => key),
    );
    return Promise.resolve();
  },
  remove: (keys) => {
    for (const key of keys) store.delete(key);
    onWrite(name, keys);
    return Promise.resolve();
  },
});

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('The transaction was given up', 'AbortError')),
    );
  });

/** Ignores that the transaction has ended meanwhile. */
function unlessEnded(act: () => void): void {
  try {
    act();
  } catch (thrown) {
    if (!(thrown instanceof DOMException)) throw thrown;
  }
}

interface Begin {
  readonly database: IDBDatabase;
  readonly mode: Mode;
  readonly names: readonly TableName[];
  readonly observer: Observer;
  readonly onBegun: (transaction: IDBTransaction) => void;
}

/**
 * Runs a task in one native transaction; the library would make a trip to the browser's storage process per request. A write is on disk
 * (`strict`) when it resolves. The task may await nothing but its tables. Throws what it throws, or the browser's reason.
 */
export async function inTransaction<T>(begin: Begin, task: (tables: Tables) => Promise<T>): Promise<T> {
  const { database, mode, names, observer, onBegun } = begin;
  const transaction =
    mode === 'read'
      ? database.transaction([...names], 'readonly')
      : database.transaction([...names], 'readwrite', { durability: 'strict' });
  onBegun(transaction);
  const ended = endOf(transaction);
  // Handled below; it may reject before anybody awaits it.
  ended.catch(() => undefined);
  const tables = Object.fromEntries(
    names.map((name) => [name, tableIn(transaction.objectStore(name), name, observer)]),
  ) as unknown as Tables;
  try {
    const result = await task(tables);
    unlessEnded(() => transaction.commit());
    // A read is valid even before the transaction completes.
    if (mode !== 'read') await ended;
    return result;
  } catch (thrown) {
    unlessEnded(() => transaction.abort());
    // The transaction's error says more than the request's.
    throw thrown instanceof DOMException ? (transaction.error ?? thrown) : thrown;
  }
}
