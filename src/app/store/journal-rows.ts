import type { BlobRow } from './blobs.ts';
import { keysOf, keyValues, type Range, type Row, type Table, type TableName, type Tables } from './disk.ts';
import { rowAt } from './versions.ts';
import type { JournalTable, Marks, Line } from './journal.ts';
import { wasTried } from './op.ts';
import { type ArchiveRow, type KeyValueRow, nothingYet, type OpRow, type SyncRow } from './outbox-rows.ts';
import { isOfServer } from './sealed-rows.ts';

/** A row as the journal has it. Equal `says` need no second line. */
interface JournalRow {
  readonly name: string;
  readonly row: Row;
  readonly says: string;
}

const journalTables: ReadonlySet<TableName> = new Set<JournalTable>([
  'outbox',
  keyValues,
  'sync',
  'blobs',
  'blobBytes',
  'sealed',
]);

export const isJournaled = (table: TableName): table is JournalTable => journalTables.has(table);

/** Drafts, the device's id, the op counter; habits can be relearned. */
export const isJournaledKey = (key: string): boolean =>
  key === 'counter' || key.startsWith('draft/') || key.startsWith('once/');

/** An op's content, and whether the server may have seen it. Its other state is found out again. */
const says = ({ op }: OpRow): string => JSON.stringify([wasTried(op), op.body, op.deps]);

/** Whether no server has the photo or voice note yet. */
export const isOwed = ({ blob: { state } }: BlobRow): boolean => state === 'kept' || state === 'named';

const journalRow: { readonly [table in JournalTable]: (row: never) => JournalRow | null } = {
  outbox: (row: OpRow) => (row.op.state === 'discarded' ? null : { name: row.op.opId, row, says: says(row) }),
  [keyValues]: (row: KeyValueRow) => ({ name: row.key, row, says: JSON.stringify(row.value) }),
  /** Only the epoch: it tells whether the backend may be sent a record twice. */
  sync: ({ key, state: { epoch } }: SyncRow) =>
    epoch === null ? null : { name: key, row: { key, state: { ...nothingYet, epoch } } satisfies SyncRow, says: epoch },
  blobs: (row: BlobRow) => (isOwed(row) ? { name: row.key, row, says: row.blob.state } : null),
  blobBytes: (row: Row) => ({ name: row.key, row, says: '' }),
  /** What a server has is not journaled, sealed or not. */
  sealed: (row: Row) => (isOfServer(row.key) ? null : { name: row.key, row, says: '' }),
};

/** The row for the journal; null if a server has it or nobody needs it back. */
export const asJournalRow = (table: JournalTable, row: Row): JournalRow | null => journalRow[table](row as never);

const key = 'journal';

/** What a database knows of its journals. */
export interface JournalState {
  /** Made with the database: a different one means a different database. */
  readonly life: string;
  /** Of the newest act. */
  readonly stamp: number;
  /** This database has what each tab wrote up to here. */
  readonly marks: Marks;
  /** It replaced a lost one, whose journals could not be read yet. */
  readonly isUnread?: true;
}

interface StateRow extends Row, JournalState {}

/** Null in a database that never met a journal. */
export const readState = (tables: Pick<Tables, typeof keyValues>): PromiseLike<JournalState | null> =>
  tables[keyValues].get<StateRow>([key]).then(([row]) => row ?? null);

export const putState = (tables: Pick<Tables, typeof keyValues>, state: JournalState): PromiseLike<unknown> =>
  tables[keyValues].put([{ key, ...state } satisfies StateRow]);

export const nameOf = ({ table, name }: Pick<Line, 'table' | 'name'>): string => `${table}/${name}`;

/** Lines for a row that is no longer kept. */
function goneWith(table: JournalTable, row: Row): readonly Line[] {
  if (table === 'outbox') return [{ table, name: (row as OpRow).op.opId, row: null }];
  if (table !== 'blobs' || (row as BlobRow).blob.state !== 'sent') return [];
  return (['blobs', 'blobBytes'] as const).map((one) => ({ table: one, name: row.key, row: null }));
}

interface Change {
  readonly table: JournalTable;
  readonly row: Row | null;
}

/** What one transaction writes of journaled rows. It only listens: every call goes on to the table unchanged. */
export class Written {
  private readonly stamp: number;
  private readonly changes = new Map<string, Change>();
  private readonly acts = new Map<string, string | null>();
  private readonly looked: { readonly from: string; readonly to: string; readonly rows: readonly OpRow[] }[] = [];
  private readonly gone = new Set<string>();
  private readonly made = new Set<string>();
  private readonly archived = new Set<string>();

  /** `stamp`: left on every outbox row, so that an older journal line is recognised. */
  constructor(stamp: number) {
    this.stamp = stamp;
  }

  readonly through = (tables: Tables): Tables =>
    Object.fromEntries(
      (Object.entries(tables) as [TableName, Table][]).map(([name, table]) => [name, this.noting(name, table)]),
    ) as unknown as Tables;

  private noting(name: TableName, table: Table): Table {
    if (name === 'outbox') return this.notingActs(table);
    if (name === 'archive') return this.notingArchive(table);
    if (!isJournaled(name)) return table;
    return {
      ...table,
      put: (rows) => {
        for (const row of rows) this.note(name, row.key, row);
        return table.put(rows);
      },
      remove: (keys) => {
        for (const key of keys) this.note(name, key, null);
        return table.remove(keys);
      },
    };
  }

  private readonly notingActs = (table: Table): Table => ({
    get: (keys) => table.get(keys),
    range: <R extends Row>(range: Range) =>
      table.range<R>(range).then((rows) => {
        const isWhole = range.limit === undefined && range.index === undefined && !range.reverse;
        if (isWhole) this.looked.push({ ...range, rows: rows as unknown as OpRow[] });
        return rows;
      }),
    put: (rows) => {
      const ops = rows as unknown as readonly OpRow[];
      return this.knowing(table, ops, () => {
        for (const row of ops) this.putAct(row);
        return table.put(ops.map((row) => ({ ...row, stamp: this.stamp })));
      });
    },
    remove: (keys) =>
      this.knowing(
        table,
        keys.map((key) => ({ key })),
        () => {
          for (const key of keys) this.endAct(key);
          return table.remove(keys);
        },
      ),
  });

  private readonly notingArchive = (table: Table): Table => ({
    ...table,
    put: (rows) => {
      for (const { op } of rows as unknown as readonly ArchiveRow[]) this.archived.add(op.opId);
      return table.put(rows);
    },
  });

  /** Ops go by operation id: the one under a key is looked up before it is overwritten. */
  private knowing(table: Table, rows: readonly Row[], write: () => PromiseLike<unknown>): PromiseLike<unknown> {
    const unknown = keysOf(rows).filter((key) => !this.isKnown(key));
    if (unknown.length === 0) return write();
    return table.get<OpRow>(unknown).then((found) => {
      for (const [index, key] of unknown.entries()) this.acts.set(key, found[index]?.op.opId ?? null);
      return write();
    });
  }

  private isKnown(key: string): boolean {
    if (this.acts.has(key)) return true;
    const looked = this.looked.find(({ from, to }) => key >= from && key < to);
    if (looked) this.acts.set(key, rowAt(looked.rows, key)?.op.opId ?? null);
    return looked !== undefined;
  }

  private putAct(row: OpRow): void {
    const { opId } = row.op;
    const before = this.acts.get(row.key) ?? null;
    if (before !== opId) {
      this.endAct(row.key);
      this.made.add(opId);
    }
    this.acts.set(row.key, opId);
    this.gone.delete(opId);
    this.note('outbox', row.key, row);
  }

  private endAct(key: string): void {
    const before = this.acts.get(key) ?? null;
    if (before !== null) this.gone.add(before);
    this.acts.set(key, null);
    this.changes.delete(nameOf({ table: 'outbox', name: key }));
  }

  private note(table: JournalTable, key: string, row: Row | null): void {
    const name = nameOf({ table, name: key });
    // Newest last.
    this.changes.delete(name);
    this.changes.set(name, { table, row });
  }

  /** Lines the journal lacks. `known`: what this tab's journal says of a row. */
  lines(known: (name: string) => string | undefined): readonly Line[] {
    const ended = [...this.gone].map((name): Line => {
      const isReplaced = this.made.size > 0 && !this.archived.has(name);
      return { table: 'outbox', name, row: null, ...(isReplaced && { isReplaced }) };
    });
    return [...ended, ...[...this.changes].flatMap(([name, change]) => this.linesOf(name, change, known))];
  }

  private linesOf(name: string, { table, row }: Change, known: (name: string) => string | undefined): readonly Line[] {
    const key = name.slice(table.length + 1);
    if (table === keyValues && !isJournaledKey(key)) return [];
    if (row === null) return [{ table, name: key, row }];
    const journalRow = this.isWanted(table, row) ? asJournalRow(table, row) : null;
    if (journalRow === null) return goneWith(table, row);
    if (known(nameOf({ table, name: journalRow.name })) === journalRow.says) return [];
    const isNew = table === 'outbox' && this.made.has(journalRow.name);
    return [{ table, name: journalRow.name, row: journalRow.row, ...(isNew && { isNew }) }];
  }

  /** The bytes of a viewed photo are the server's. */
  private isWanted(table: JournalTable, { key }: Row): boolean {
    if (table !== 'blobBytes') return true;
    const beside = this.changes.get(nameOf({ table: 'blobs', name: key }))?.row;
    return beside !== null && beside !== undefined && isOwed(beside as BlobRow);
  }

  /** Whether a person just made one: only those get a number. */
  get addsAct(): boolean {
    return this.made.size > 0 && this.changes.has(nameOf({ table: keyValues, name: 'counter' }));
  }
}
