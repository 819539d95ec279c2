import type { keyValues, Row, TableName } from './disk.ts';

/** Rows that no server can give back. */
export type JournalTable = Extract<TableName, 'outbox' | typeof keyValues | 'sync' | 'blobs' | 'blobBytes' | 'sealed'>;

/** What became of one row. An act goes by its operation's id, everything else by its key: no counter that can begin again. */
export interface Line {
  readonly table: JournalTable;
  readonly name: string;
  /** Null: it is gone. */
  readonly row: Row | null;
  /** An act that was made in this moment: a database that does not have it has never had it. */
  readonly isNew?: true;
  /** An act that another of the same moment replaces; others leave with what their transaction writes. */
  readonly isReplaced?: true;
}

/** By tab, the stamp up to which its acts are in a database. */
export type Marks = Readonly<Record<string, number>>;

/** What one transaction wrote: whole or nothing. */
export interface Act {
  /** Goes up with every act on this device, also where the database began anew. */
  readonly stamp: number;
  readonly lines: readonly Line[];
  /** The lines are all that was kept, up to these marks: what older acts said besides is gone. */
  readonly whole?: Marks;
  /** Stamps of acts of this tab that never came to be: the database did not take them, and that was told. */
  readonly taken?: readonly number[];
}

/** What a tab has written down. */
export interface TabJournal {
  readonly tab: string;
  readonly acts: readonly Act[];
}

/** What was found: the journals that were asked for, and the names of all tabs that have one. */
export interface Found {
  readonly journals: readonly TabJournal[];
  readonly tabs: readonly string[];
}

/** Hears when what was asked for is on the disk (null), or why it is not. Called later, never by whoever asks. */
export type OnWritten = (failure: string | null) => void;

/**
 * A write-ahead journal beside the database, which a browser deletes whole when broken (reliability.md F14). Each tab writes its own. A
 * write is asked for without a promise, for it is made inside a transaction. Reading throws where the place does not answer.
 */
export interface Journal {
  readonly tab: string;
  readonly append: (acts: readonly Act[], onWritten: OnWritten) => void;
  /** The tab's journal begins anew with this act, which is on the disk before the older ones go. */
  readonly begin: (act: Act, onWritten: OnWritten) => void;
  /** Its files are not in the folder any more: what is written to them would lie nowhere. Opens new ones. */
  readonly renew: () => void;
  /** 'ended': those of tabs that no longer live. */
  readonly read: (which: 'ended' | 'all') => Promise<Found>;
  /** Removes journals of tabs that ended. */
  readonly drop: (tabs: readonly string[]) => Promise<void>;
  /** One tab at a time. */
  readonly alone: (task: () => Promise<void>) => Promise<void>;
  /** Asks all living tabs to begin anew, this one aside: what was removed must stand in no journal. */
  readonly askOthers: () => void;
  readonly onAsked: (listener: () => void) => void;
  readonly close: () => void;
}
