import type { BlobRow } from './blobs.ts';
import { keyValues, type Row, type TableName } from './disk.ts';
import type { JournalTable } from './journal.ts';
import { wasTried } from './op.ts';
import { type KeyValueRow, nothingYet, type OpRow, type SyncRow } from './outbox-rows.ts';
import { isOfServer } from './sealed-rows.ts';

/** A row as the journal has it. Equal `says` need no second line. */
export interface JournalRow {
  readonly name: string;
  readonly row: Row;
  readonly says: string;
}

const journalTables: ReadonlySet<TableName> = new Set<JournalTable>([
  'outbox',
  keyValues,
  'sync',
  'blobs',
  'blobBytes',
  'sealed',
]);

/** Whether a table's rows are journaled. */
export const isJournaled = (table: TableName): table is JournalTable => journalTables.has(table);

/** Drafts, the device's id, the op counter; habits can be relearned. */
export const isJournaledKey = (key: string): boolean =>
  key === 'counter' || key.startsWith('draft/') || key.startsWith('once/');

/** An op's content, and whether the server may have seen it. Its other state is found out again. */
const says = ({ op }: OpRow): string => JSON.stringify([wasTried(op), op.body, op.deps]);

/** Whether no server has the photo or voice note yet. */
export const isOwed = ({ blob: { state } }: BlobRow): boolean => state === 'kept' || state === 'named';

const journalRow: { readonly [table in JournalTable]: (row: never) => JournalRow | null } = {
  outbox: (row: OpRow) => (row.op.state === 'discarded' ? null : { name: row.op.opId, row, says: says(row) }),
  [keyValues]: (row: KeyValueRow) => ({ name: row.key, row, says: JSON.stringify(row.value) }),
  /** Only the epoch: it tells whether the backend may be sent a record twice. */
  sync: ({ key, state: { epoch } }: SyncRow) =>
    epoch === null ? null : { name: key, row: { key, state: { ...nothingYet, epoch } } satisfies SyncRow, says: epoch },
  blobs: (row: BlobRow) => (isOwed(row) ? { name: row.key, row, says: row.blob.state } : null),
  blobBytes: (row: Row) => ({ name: row.key, row, says: '' }),
  /** What a server has is not journaled, sealed or not. */
  sealed: (row: Row) => (isOfServer(row.key) ? null : { name: row.key, row, says: '' }),
};

/** The row for the journal; null if a server has it or nobody needs it back. */
export const asJournalRow = (table: JournalTable, row: Row): JournalRow | null => journalRow[table](row as never);
