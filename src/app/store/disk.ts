/** Drafts, habits, counters and marks: a key and a value each. Databases, journals and sealed parts have it under this name for good. */
export const keyValues = 'notes';

/** Tables of the device and the indexes besides their key. All keys are text that sorts. */
export const tableIndexes = {
  /** Lots, categories, rodeos, campos, members, organization, cells: small lists that are read whole. */
  things: [],
  movements: ['order', 'byType', '*places'],
  /** The history as a load of the whole brought it: what is in its pages, and the pages (history.ts). */
  contents: [],
  blocks: [],
  rain: [],
  outbox: [],
  archive: ['when'],
  ids: [],
  sync: [],
  [keyValues]: [],
  diagnostics: [],
  /** Photos and voice notes: what is known of each, and its bytes. */
  blobs: [],
  blobBytes: [],
  /** What stays of a person who left, sealed: `{group}/{org}/{order}` (sealed-rows.ts). */
  sealed: [],
} as const;

export type TableName = keyof typeof tableIndexes;
export const tableNames = Object.keys(tableIndexes) as TableName[];

/** What pictures are made of. */
export const seenTables = ['things', 'movements', 'rain', 'outbox', 'sync'] as const satisfies readonly TableName[];
/** The confirmed rows among them: what one has read of these under a version, others need not read again. */
export const versionedTables = ['things', 'movements', 'contents', 'rain'] as const satisfies readonly TableName[];

/** Anything that is kept: its key, the fields of its indexes, and its content. */
export interface Row {
  readonly key: string;
}

export interface Range {
  readonly index?: string;
  /** First key that belongs. */
  readonly from: string;
  /** First key that does not belong any more. */
  readonly to: string;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** One table inside a transaction. */
export interface Table {
  readonly get: <R extends Row>(keys: readonly string[]) => PromiseLike<(R | undefined)[]>;
  readonly range: <R extends Row>(range: Range) => PromiseLike<R[]>;
  readonly put: <R extends Row>(rows: readonly R[]) => PromiseLike<unknown>;
  readonly remove: (keys: readonly string[]) => PromiseLike<unknown>;
}

export type Tables = Readonly<Record<TableName, Table>>;

/** 'move': a write after which every picture is what it was before it. */
export type Mode = 'read' | 'write' | 'move';

/** Keys that a transaction is going to ask for, by table: asked for together when it begins. They change no answer. */
export type Ahead = Readonly<Partial<Record<TableName, readonly string[]>>>;

/**
 * Where the farm's rows lie: IndexedDB on a phone, memory in the simulation. A transaction happens whole or not at all, one
 * after the other; a write has reached the disk when its promise resolves. Throws `StorageFailure`.
 */
export interface Disk {
  readonly transact: <T>(
    mode: Mode,
    tables: readonly TableName[],
    run: (tables: Tables) => Promise<T>,
    ahead?: Ahead,
  ) => Promise<T>;
  /** Calls back after any change of these tables, by whatever tab. */
  readonly watch: (tables: readonly TableName[], listener: () => void) => () => void;
  /**
   * Removes what is gone from everywhere beside the tables. False: records kept there alone are in the tables now, and it is to be asked
   * again. Throws a StorageFailure where something is left.
   */
  readonly forget?: () => Promise<boolean>;
  readonly close: () => void;
}

/** All keys that start like this. */
export const startingWith = (prefix: string): Pick<Range, 'from' | 'to'> => ({ from: prefix, to: `${prefix}\uffff` });
