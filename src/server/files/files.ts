/**
 * Bytes too large for the database, under unguessable ids. Written before their row and settled after its commit; the sweep clears what a dead
 * process left between.
 */
export interface FileStore {
  /** Writes whole or not at all; DATABASE_UNAVAILABLE when the disk is full. */
  readonly write: (id: string, bytes: Uint8Array) => Promise<void>;
  /** Call it when their row stands. Idempotent. */
  readonly settle: (id: string) => Promise<void>;
  /** Settled or not. Throws if missing: what a row names must exist. */
  readonly read: (id: string) => Promise<Uint8Array>;
  /** Idempotent. */
  readonly remove: (id: string) => Promise<void>;
}

/** An answer that is a file: the edge sends its bytes. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}
