import {
  type Ahead,
  keysOf,
  keyValues,
  type Mode,
  type Range,
  type Row,
  type Table,
  type TableName,
  type Tables,
} from './disk.ts';
import { Dexie, type ObservabilitySet, RangeSet } from 'dexie';

/** Told of a transaction's reads and writes. */
interface Observer {
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

/** `getAll` with a direction, where the browser has it (Chromium 141): a cursor takes a trip for each of its first rows. */
interface Backwards {
  getAll: (options: {
    readonly query: IDBKeyRange;
    readonly count?: number;
    readonly direction: 'prev';
  }) => IDBRequest<unknown[]>;
}
const goesBackwards = (source: object): source is Backwards => 'getAllRecords' in source;

function backwards<R extends Row>(source: IDBObjectStore | IDBIndex, query: IDBKeyRange, limit: number): Promise<R[]> {
  const count = Number.isFinite(limit) ? { count: limit } : {};
  if (goesBackwards(source)) return answerOf(source.getAll({ query, ...count, direction: 'prev' }) as IDBRequest<R[]>);
  return new Promise((resolve, reject) => {
    const found: R[] = [];
    const request = source.openCursor(query, 'prev');
    request.addEventListener('error', () => reject(request.error ?? new DOMException('No answer', 'UnknownError')));
    request.addEventListener('success', () => {
      const cursor = request.result;
      if (cursor) found.push(cursor.value as R);
      if (!cursor || found.length >= limit) return resolve(found);
      try {
        cursor.continue();
      } catch (thrown) {
        // WebKit tells a page that it shows again of a step of before, and nothing after it.
        reject(thrown as DOMException);
      }
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
    onWrite(name, keysOf(rows));
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

/** A table's name in Dexie's change events. */
export const placeOfTable = (database: string, table: TableName): `idb://${string}` => `idb://${database}/${table}/`;

/** What the present live query has read so far; null outside one. */
function askedNow(): ObservabilitySet | null {
  const { PSD } = Dexie.Promise as unknown as { readonly PSD: { readonly subscr?: ObservabilitySet } };
  return PSD.subscr ?? null;
}

/** Tells Dexie's live queries and other tabs of a native transaction. */
export function observing(database: string): Observer & { readonly tell: () => void } {
  const asked = askedNow();
  const written: ObservabilitySet = {};
  const add = (set: ObservabilitySet, table: TableName, keys: readonly string[] | 'all'): void => {
    const place = placeOfTable(database, table);
    const ranges = (set[place] ??= new RangeSet()) as RangeSet;
    if (keys === 'all') ranges.add({ from: -Infinity, to: Dexie.maxKey });
    else ranges.addKeys([...keys]);
  };
  return {
    onGet: (table, keys) => {
      if (asked) add(asked, table, keys);
    },
    onRange: (table) => {
      if (asked) add(asked, table, 'all');
    },
    // There single keys are watched (a draft); the other tables are watched whole.
    onWrite: (table, keys) => {
      if (keys.length > 0) add(written, table, table === keyValues ? keys : 'all');
    },
    tell: () => {
      if (Object.keys(written).length > 0) Dexie.on.storagemutated.fire(written);
    },
  };
}

/** Keys of nearly every transaction: versions, and those of its remembered tables; for writes also the journal state and the op counter. */
const hotKeys = (mode: Mode, tables: Tables): readonly string[] => [
  'stamp',
  'stamp/things',
  ...['outbox', 'contents'].filter((name) => name in tables).map((name) => `stamp/${name}`),
  ...(mode === 'read' ? [] : ['journal', 'counter']),
];

class KnownTable implements Table {
  private readonly inner: Table;
  private readonly known = new Map<string, Row | null>();
  private coming: Promise<void> | null = null;

  constructor(inner: Table) {
    this.inner = inner;
  }

  ask(keys: readonly string[]): void {
    this.coming = this.read(keys);
    // Thrown to whoever awaits it, perhaps nobody.
    this.coming.catch(() => undefined);
  }

  readonly get = async <R extends Row>(keys: readonly string[]): Promise<(R | undefined)[]> => {
    const isKnown = (key: string): boolean => this.known.has(key);
    if (!keys.every(isKnown)) await this.coming;
    const missing = keys.filter((key) => !isKnown(key));
    if (missing.length > 0) await this.read(missing);
    return keys.map((key) => (this.known.get(key) ?? undefined) as R | undefined);
  };

  readonly range: Table['range'] = (range) => this.inner.range(range);

  readonly put: Table['put'] = (rows) => {
    for (const row of rows) this.known.set(row.key, row);
    return this.inner.put(rows);
  };

  readonly remove: Table['remove'] = (keys) => {
    for (const key of keys) this.known.set(key, null);
    return this.inner.remove(keys);
  };

  private async read(keys: readonly string[]): Promise<void> {
    const rows = await this.inner.get(keys);
    // A write meanwhile is newer.
    for (const [index, key] of keys.entries()) if (!this.known.has(key)) this.known.set(key, rows[index] ?? null);
  }
}

/**
 * The tables of one transaction, with its first reads batched: each alone is a trip to the browser's storage process. `ahead`: keys it will
 * ask for, besides the usual ones.
 */
export function readingAhead(tables: Tables, ahead: Ahead | undefined, mode: Mode): Tables {
  if (ahead === undefined) return tables;
  const opened = Object.entries(ahead).flatMap(([name, keys]): [string, Table][] => {
    const inner = tables[name as TableName] as Table | undefined;
    if (inner === undefined) return [];
    const known = new KnownTable(inner);
    known.ask(name === keyValues ? [...hotKeys(mode, tables), ...keys] : keys);
    return [[name, known]];
  });
  return { ...tables, ...(Object.fromEntries(opened) as Partial<Tables>) };
}
