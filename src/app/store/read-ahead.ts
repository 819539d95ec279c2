import { type Ahead, keyValues, type Mode, type Row, type Table, type TableName, type Tables } from './disk.ts';

/** Keys of nearly every transaction: versions; for writes also the journal state and the op counter. */
const hotKeys = (mode: Mode): readonly string[] =>
  mode === 'read' ? ['stamp', 'stamp/outbox', 'stamp/contents'] : ['stamp', 'stamp/outbox', 'journal', 'counter'];

/** A table that reads each row at most once per transaction. */
class KnownTable implements Table {
  private readonly inner: Table;
  private readonly known = new Map<string, Row | null>();
  private coming: Promise<void> | null = null;

  constructor(inner: Table) {
    this.inner = inner;
  }

  /** Prefetches rows. */
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
    known.ask(name === keyValues ? [...hotKeys(mode), ...keys] : keys);
    return [[name, known]];
  });
  return { ...tables, ...(Object.fromEntries(opened) as Partial<Tables>) };
}
