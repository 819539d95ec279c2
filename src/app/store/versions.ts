import {
  keysOf,
  keyValues,
  type Range,
  type Row,
  startingWith,
  type Table,
  type TableName,
  type Tables,
  versionedTables,
} from './disk.ts';

/** A change of a table: the mark it found, and the keys it wrote or removed. */
interface TableChange {
  readonly from: string;
  readonly keys: readonly string[];
}

interface MarkRow extends Row {
  readonly value: string;
  /** Newest last; a version that knew none of them dropped it. */
  readonly changes?: readonly TableChange[];
}

/** Only new ones are asked for. */
const mostRemembered = 3;

/** Every save reads and writes them; they spare another tab that is no further behind. */
const mostKeys = 16;

function newest(changes: readonly TableChange[]): readonly TableChange[] {
  let keys = 0;
  return changes
    .toReversed()
    .filter((change) => (keys += Math.max(1, change.keys.length)) <= mostKeys)
    .toReversed();
}

/** Tables that a tab caches: the outbox, and the contents of the history. */
type RememberedName = Extract<TableName, 'outbox' | 'contents'>;

/**
 * Such a table as this tab last read it, by the mark that every change leaves: a save among 3,000 rereads none, and after another tab's
 * change only the changed rows. Under one mark it equals what the transaction would read.
 */
export class TableMemory {
  private readonly rows = new Map<string, readonly Row[]>();

  recall(mark: string | null): readonly Row[] | null {
    return mark === null ? null : (this.rows.get(mark) ?? null);
  }

  remember(mark: string, rows: readonly Row[]): void {
    this.rows.delete(mark);
    this.rows.set(mark, rows);
    for (const older of [...this.rows.keys()].slice(0, -mostRemembered)) this.rows.delete(older);
  }

  /** The newest cached rows and the keys changed since; null if the changes reach back to none. */
  behind({ changes = [] }: MarkRow): { readonly rows: readonly Row[]; readonly keys: readonly string[] } | null {
    const keys = new Set<string>();
    for (const change of changes.toReversed()) {
      for (const key of change.keys) keys.add(key);
      const rows = this.recall(change.from);
      if (rows !== null) return { rows, keys: [...keys] };
    }
    return null;
  }
}

/** Such a table inside one transaction: read at most once. */
export class RememberedTable {
  private readonly tables: Tables;
  private readonly name: RememberedName;
  private readonly memory: TableMemory;
  private rows: readonly Row[] | null = null;
  /** For all who ask at once. */
  private coming: PromiseLike<readonly Row[]> | null = null;
  private newMark: string | null = null;
  private found: MarkRow | null = null;
  private readonly changed = new Set<string>();
  private readonly makeMark: () => string;
  private readonly isWrite: boolean;

  /** `isWrite`: a mark may be left. */
  constructor(tables: Tables, name: RememberedName, memory: TableMemory, makeMark: () => string, isWrite: boolean) {
    this.tables = tables;
    this.name = name;
    this.memory = memory;
    this.makeMark = makeMark;
    this.isWrite = isWrite;
  }

  readonly table = (): Table => ({
    get: <R extends Row>(keys: readonly string[]) =>
      this.read().then((rows) => keys.map((key) => rowAt(rows, key) as R | undefined)),
    range: <R extends Row>(range: Range) => this.read().then((rows) => between<R>(rows, range)),
    put: (rows) => {
      this.change(keysOf(rows), (before) => withRows(before, rows));
      return this.tables[this.name].put(rows);
    },
    remove: (keys) => {
      this.change(keys, (before) => withoutRows(before, keys));
      return this.tables[this.name].remove(keys);
    },
  });

  private get markKey(): string {
    return `stamp/${this.name}`;
  }

  /** The new mark, written at the end of the transaction. */
  marks(): readonly Row[] {
    if (this.newMark === null) return [];
    if (this.rows !== null) this.memory.remember(this.newMark, this.rows);
    const mark: MarkRow = { key: this.markKey, value: this.newMark, changes: this.changes() };
    return [mark];
  }

  /** Changes made without reading the old mark link to nothing. */
  private changes(): readonly TableChange[] {
    if (this.found === null) return [];
    const { value, changes = [] } = this.found;
    return newest([...changes, { from: value, keys: [...this.changed] }]);
  }

  private read(): PromiseLike<readonly Row[]> {
    const { rows } = this;
    if (rows !== null) return Promise.resolve(rows);
    // Changed unread: only the table has it.
    if (this.newMark !== null) return this.tables[this.name].range(startingWith(''));
    this.coming ??= this.readOnce();
    return this.coming;
  }

  private readOnce(): PromiseLike<readonly Row[]> {
    return this.tables[keyValues].get<MarkRow>([this.markKey]).then(([mark]) => {
      this.found = mark ?? null;
      const known = this.memory.recall(mark?.value ?? null);
      if (known !== null) {
        this.rows = known;
        return known;
      }
      return this.readChanged(mark).then((found) => {
        this.rows ??= found;
        if (mark) this.memory.remember(mark.value, found);
        // An unchanged table has no mark, and every question would read it again: the first writer leaves one.
        else if (this.isWrite) this.newMark ??= this.makeMark();
        return this.rows;
      });
    });
  }

  /** Only what others changed since, where known. */
  private readChanged(mark: MarkRow | undefined): PromiseLike<readonly Row[]> {
    const behind = mark ? this.memory.behind(mark) : null;
    if (behind === null) return this.tables[this.name].range<Row>(startingWith(''));
    const { rows, keys } = behind;
    return this.tables[this.name].get<Row>(keys).then((found) =>
      withRows(
        withoutRows(rows, keys),
        found.filter((row) => row !== undefined),
      ),
    );
  }

  private change(keys: readonly string[], after: (rows: readonly Row[]) => readonly Row[]): void {
    if (keys.length === 0) return;
    for (const key of keys) this.changed.add(key);
    if (this.rows !== null) this.rows = after(this.rows);
    this.newMark ??= this.makeMark();
  }
}

function withoutRows(before: readonly Row[], keys: readonly string[]): readonly Row[] {
  const gone = new Set(keys);
  return before.filter((row) => !gone.has(row.key));
}

function between<R extends Row>(rows: readonly Row[], { from, to, reverse, limit }: Range): R[] {
  const found = rows.slice(placeOf(rows, from), placeOf(rows, to)) as R[];
  return (reverse ? found.toReversed() : found).slice(0, limit ?? found.length);
}

function withRows(before: readonly Row[], put: readonly Row[]): readonly Row[] {
  const after = [...before];
  for (const row of put) {
    const place = placeOf(after, row.key);
    after.splice(place, after[place]?.key === row.key ? 1 : 0, row);
  }
  return after;
}

export const isVersioned = (name: TableName): boolean => (versionedTables as readonly TableName[]).includes(name);
const versionKey = 'stamp';
const listsKey = 'stamp/things';
export const rememberedNames = ['outbox', 'contents'] as const satisfies readonly RememberedName[];

interface VersionRow extends Row {
  readonly value: string;
}

/** `under`: the version it was left with; apps from before it leave that one alone. */
interface ListsRow extends VersionRow {
  readonly under: string;
}

/** The version of the confirmed rows; null if nothing was written since versions exist. */
export async function readVersion(tables: Pick<Tables, typeof keyValues>): Promise<string | null> {
  const [row] = await tables[keyValues].get<VersionRow>([versionKey]);
  return row?.value ?? null;
}

/** The version of the lists (`things`) alone, which a page of movements does not change; null if not known. */
export async function readListsVersion(tables: Pick<Tables, typeof keyValues>): Promise<string | null> {
  const [now, lists] = await versionsIn(tables);
  return lists && lists.under === now?.value ? lists.value : null;
}

/** The versions that a change of confirmed rows leaves. */
export async function nextVersions(
  tables: Pick<Tables, typeof keyValues>,
  value: string,
  hasLists: boolean,
): Promise<readonly VersionRow[]> {
  const [now, lists] = await versionsIn(tables);
  const isSame = !hasLists && lists !== undefined && lists.under === now?.value;
  const next: ListsRow = { key: listsKey, value: isSame ? lists.value : value, under: value };
  return [{ key: versionKey, value }, next];
}

const versionsIn = (tables: Pick<Tables, typeof keyValues>): PromiseLike<(ListsRow | undefined)[]> =>
  tables[keyValues].get<ListsRow>([versionKey, listsKey]);

/** Index of the first row not before a key, in sorted rows. */
function placeOf(rows: readonly Row[], key: string): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.key ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function rowAt<R extends Row>(rows: readonly R[], key: string): R | undefined {
  const row = rows[placeOf(rows, key)];
  return row?.key === key ? row : undefined;
}
