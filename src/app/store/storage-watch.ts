import type { Erased } from './eviction.ts';
import type { JournalTrouble } from './journal-keeper.ts';

/** Storage events that a person must be told (trust.md rows 84, 85, 104; faults F13-F16, F19). */
export interface StorageState {
  /** Another tab brought a newer layout: this one can no longer save. */
  readonly isOutdated: boolean;
  /** Another tab holds an older layout open. */
  readonly isBlocked: boolean;
  readonly isFull: boolean;
  /** The database cannot be opened. */
  readonly isShut: boolean;
  /** The browser deleted the database: unsent records lost. */
  readonly erased: Erased | null;
  /** The browser deleted it, and so many unsent records came back from the journal. */
  readonly restored: number | null;
  /** Why saves are in the database alone; null while the journal has them too. */
  readonly journalTrouble: JournalTrouble | null;
  /** So many records are in the journal alone. */
  readonly held: number;
  /** What its person left sealed is not open yet: no server, or its key does not fit. */
  readonly sealed: 'away' | 'shut' | null;
}

export interface StorageWatch {
  readonly state: () => StorageState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly note: (changes: Partial<StorageState>) => void;
}

const calm: StorageState = {
  isOutdated: false,
  isBlocked: false,
  isFull: false,
  isShut: false,
  erased: null,
  restored: null,
  journalTrouble: null,
  held: 0,
  sealed: null,
};

/** Holds the storage state for the screens. */
export function watchStorage(): StorageWatch {
  const listeners = new Set<() => void>();
  let state = calm;
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    note: (changes) => {
      state = { ...state, ...changes };
      for (const listener of listeners) listener();
    },
  };
}
