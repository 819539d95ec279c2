import type { Row, TableName } from './disk.ts';

/** Rows that no server can give back. */
export type CopiedTable = Extract<TableName, 'outbox' | 'notes' | 'sync' | 'blobs' | 'blobBytes'>;

export interface CopiedName {
  readonly table: CopiedTable;
  readonly key: string;
}

export interface CopiedRow {
  readonly table: CopiedTable;
  readonly row: Row;
}

/** How a row stands in the second copy. `says`: two that say the same need no second writing. */
export interface Copied {
  readonly row: Row;
  readonly says: string;
}

/** First what is put, then what is removed: torn between the two, there is too much, never too little. */
export interface CopyChanges {
  readonly put: readonly (Copied & { readonly table: CopiedTable })[];
  readonly remove: readonly CopiedName[];
}

/**
 * A second place of the browser for what no server has yet: a browser that finds its database broken deletes it whole (offline.md F14),
 * and what lies elsewhere stays. Both throw when the place does not answer.
 */
export interface SecondCopy {
  /** Kept when the promise resolves. */
  readonly write: (changes: CopyChanges) => Promise<void>;
  /** All that is kept; what cannot be read any more is left out. */
  readonly read: () => Promise<readonly CopiedRow[]>;
}
