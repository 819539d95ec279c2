import type { Erased } from './eviction.ts';
import type { JournalTrouble } from './journal-keeper.ts';

/** What happens to the device's storage that a person has to be told (trust.md rows 84, 85, 104; faults F13-F16, F19). */
export interface StorageState {
  /** Another tab brought a newer layout: this one has given way and cannot save any more. */
  readonly isOutdated: boolean;
  /** Another tab holds an older layout open. */
  readonly isBlocked: boolean;
  readonly isFull: boolean;
  /** What is kept here cannot be opened. */
  readonly isShut: boolean;
  /** The browser deleted what was kept here: how many records had not been sent. */
  readonly erased: Erased | null;
  /** The browser deleted it, and so many unsent records came back from the journal beside it. */
  readonly restored: number | null;
  /** Why what is saved stands in the database alone; null while the journal holds it too. */
  readonly journalTrouble: JournalTrouble | null;
  /** So many records stand in the journal alone, for the database did not take them. */
  readonly held: number;
  /** What its person left sealed here is not open yet: the server was not reached, or its key does not open it. */
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

/** Holds what is to be told of the storage, for the screens. */
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
