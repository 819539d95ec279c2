/** Drafts, habits, counters, marks. Databases, journals and sealed parts use this name for good. */
export const keyValues = 'notes';

/** Tables, and their indexes besides the key. All keys are sortable text. */
export const tableIndexes = {
  /** Lots, categories, rodeos, campos, members, organization, cells: small lists, read whole. */
  things: [],
  movements: ['order', 'byType', '*places'],
  /** The history of a whole load: pages' contents, and blocks (history.ts). */
  contents: [],
  blocks: [],
  rain: [],
  outbox: [],
  archive: ['when'],
  ids: [],
  sync: [],
  [keyValues]: [],
  diagnostics: [],
  /** Photos and voice notes: state, and bytes. */
  blobs: [],
  blobBytes: [],
  /** Sealed rows of a person who left: `{group}/{org}/{order}` (sealed-rows.ts). */
  sealed: [],
} as const;

export type TableName = keyof typeof tableIndexes;
export const tableNames = Object.keys(tableIndexes) as TableName[];

/** What pictures read. */
export const seenTables = ['things', 'movements', 'rain', 'outbox', 'sync'] as const satisfies readonly TableName[];
/** Confirmed rows: what was read under one version need not be read again. */
export const versionedTables = ['things', 'movements', 'contents', 'rain'] as const satisfies readonly TableName[];

export interface Row {
  readonly key: string;
}

export interface Range {
  readonly index?: string;
  /** Inclusive. */
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export interface Table {
  readonly get: <R extends Row>(keys: readonly string[]) => PromiseLike<(R | undefined)[]>;
  readonly range: <R extends Row>(range: Range) => PromiseLike<R[]>;
  readonly put: <R extends Row>(rows: readonly R[]) => PromiseLike<unknown>;
  readonly remove: (keys: readonly string[]) => PromiseLike<unknown>;
}

export type Tables = Readonly<Record<TableName, Table>>;

/** 'move': a write that changes no picture. */
export type Mode = 'read' | 'write' | 'move';

/** Keys that a transaction will need, by table: fetched together at its start. They change no answer. */
export type Ahead = Readonly<Partial<Record<TableName, readonly string[]>>>;

/**
 * Where the rows lie: IndexedDB on a phone, memory in the simulation. Transactions are serial and atomic; a write is on disk when its
 * promise resolves. Throws `StorageFailure`.
 */
export interface Disk {
  readonly transact: <T>(
    mode: Mode,
    tables: readonly TableName[],
    run: (tables: Tables) => Promise<T>,
    ahead?: Ahead,
    /** Told once it is committed, before whoever watches. */
    committed?: () => void,
  ) => Promise<T>;
  /** Calls back after any change of these tables, in any tab. */
  readonly watch: (tables: readonly TableName[], listener: () => void) => () => void;
  /**
   * Removes deleted rows from places beside the tables. False: records found only there are in the tables now; ask again. Throws
   * `StorageFailure` if some remain.
   */
  readonly forget?: () => Promise<boolean>;
  readonly close: () => void;
}

export const startingWith = (prefix: string): Pick<Range, 'from' | 'to'> => ({ from: prefix, to: `${prefix}\uffff` });

export const keysOf = (rows: readonly Row[]): string[] => rows.map(({ key }) => key);
