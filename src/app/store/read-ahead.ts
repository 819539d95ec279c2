import { type Ahead, keyValues, type Mode, type Row, type Table, type TableName, type Tables } from './disk.ts';

/** Keys that nearly every transaction asks for: versions; who writes, what is known of journals and the number of the last act. */
const hotKeys = (mode: Mode): readonly string[] =>
  mode === 'read' ? ['stamp', 'stamp/outbox', 'stamp/contents'] : ['stamp', 'stamp/outbox', 'journal', 'counter'];

/** A table whose rows are asked for once in a transaction. */
class KnownTable implements Table {
  private readonly inner: Table;
  private readonly known = new Map<string, Row | null>();
  private coming: Promise<void> | null = null;

  constructor(inner: Table) {
    this.inner = inner;
  }

  /** Asks for rows now, for whoever asks next. */
  ask(keys: readonly string[]): void {
    this.coming = this.read(keys);
    // Told to whoever waits for it; nobody may.
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
    // What was written meanwhile is newer.
    for (const [index, key] of keys.entries()) if (!this.known.has(key)) this.known.set(key, rows[index] ?? null);
  }
}

/**
 * The tables of one transaction, whose first questions go together: each by itself is a trip to the browser's storage process and back, and
 * they are known before it begins. `ahead`: keys that will be asked for; those of nearly every transaction come with its own.
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
