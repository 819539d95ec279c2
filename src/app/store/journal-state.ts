import { keyValues, type Row, type Tables } from './disk.ts';
import type { Marks } from './journal.ts';

const key = 'journal';

/** What a database knows of the journals beside it. */
export interface JournalState {
  /** Made with the database: another one means another database. */
  readonly life: string;
  /** Of the newest act. */
  readonly stamp: number;
  /** What every tab has written up to here is in this database. */
  readonly marks: Marks;
  /** It was made where others had been, and their journals could not be read yet. */
  readonly isUnread?: true;
}

interface StateRow extends Row, JournalState {}

/** Null in a database that has never met a journal. */
export const readState = (tables: Pick<Tables, typeof keyValues>): PromiseLike<JournalState | null> =>
  tables[keyValues].get<StateRow>([key]).then(([row]) => row ?? null);

/** Writes it. */
export const putState = (tables: Pick<Tables, typeof keyValues>, state: JournalState): PromiseLike<unknown> =>
  tables[keyValues].put([{ key, ...state } satisfies StateRow]);
