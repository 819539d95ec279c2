/**
 * Bytes too large for the database, under ids that nobody guesses. They are written before their row and settled once it stands; the sweep
 * clears what a dead process left between.
 */
export interface FileStore {
  /** Writes whole or not at all; refuses with DATABASE_UNAVAILABLE when the disk is full. */
  readonly write: (id: string, bytes: Uint8Array) => Promise<void>;
  /** The row that names them stands. Nothing happens where they are settled already. */
  readonly settle: (id: string) => Promise<void>;
  /** Settled or not. Throws where there is none: what a row names is there. */
  readonly read: (id: string) => Promise<Uint8Array>;
  /** Nothing happens where there is none. */
  readonly remove: (id: string) => Promise<void>;
}

/** What an answer carries when it is a file: the edge sends the bytes instead of JSON. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}
