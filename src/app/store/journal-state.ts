import { keyValues, type Row, type Tables } from './disk.ts';
import type { Marks } from './journal.ts';

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
