import type { keyValues, Row, TableName } from './disk.ts';

/** Rows that no server can give back. */
export type JournalTable = Extract<TableName, 'outbox' | typeof keyValues | 'sync' | 'blobs' | 'blobBytes' | 'sealed'>;

/** A row's new state. Ops go by operation id, others by key: no counter that could restart. */
export interface Line {
  readonly table: JournalTable;
  readonly name: string;
  /** Null: gone. */
  readonly row: Row | null;
  /** An op made just now: a database without it never had it. */
  readonly isNew?: true;
  /** An op replaced in the same transaction; others leave with what their transaction writes. */
  readonly isReplaced?: true;
}

/** Per tab, the stamp up to which a database has its acts. */
export type Marks = Readonly<Record<string, number>>;

/** What one transaction wrote, whole or not at all. */
export interface Act {
  /** Rises with every act on this device, also after a new database. */
  readonly stamp: number;
  readonly lines: readonly Line[];
  /** The lines are all that was kept up to these marks: anything else in older acts is gone. */
  readonly whole?: Marks;
  /** Stamps of this tab's acts that the database rejected, and that were reported as failed. */
  readonly taken?: readonly number[];
}

export interface TabJournal {
  readonly tab: string;
  readonly acts: readonly Act[];
}

/** The journals asked for, and all tabs that have one. */
export interface Found {
  readonly journals: readonly TabJournal[];
  readonly tabs: readonly string[];
}

/** Told when it is on disk (null), or why not. Always called later. */
export type OnWritten = (failure: string | null) => void;

/**
 * A write-ahead journal beside the database, which a browser deletes whole when broken (reliability.md F14). Each tab writes its own.
 * Writes return no promise, as they are made inside a transaction. Reading throws where the storage does not answer.
 */
export interface Journal {
  readonly tab: string;
  readonly append: (acts: readonly Act[], onWritten: OnWritten) => void;
  /** Rewrites this tab's journal; this act is on disk before the older ones go. */
  readonly begin: (act: Act, onWritten: OnWritten) => void;
  /** Opens new files: the old ones were deleted, and writes to them would be lost. */
  readonly renew: () => void;
  /** 'ended': dead tabs' only. */
  readonly read: (which: 'ended' | 'all') => Promise<Found>;
  /** Removes dead tabs' journals. */
  readonly drop: (tabs: readonly string[]) => Promise<void>;
  /** One tab at a time. */
  readonly alone: (task: () => Promise<void>) => Promise<void>;
  /** Asks all other living tabs to rewrite: what was removed must be in no journal. */
  readonly askOthers: () => void;
  readonly onAsked: (listener: () => void) => void;
  readonly close: () => void;
}
