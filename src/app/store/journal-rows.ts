import type { BlobRow } from './blobs.ts';
import { keyValues, type Row, type TableName } from './disk.ts';
import type { JournalTable } from './journal.ts';
import { wasTried } from './op.ts';
import { type KeyValueRow, nothingYet, type OpRow, type SyncRow } from './outbox-rows.ts';
import { isOfServer } from './sealed-rows.ts';

/** A row as the journal has it. `says`: two that say the same need no second line. */
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

/** Whether rows of this table are written into the journal. */
export const isJournaled = (table: TableName): table is JournalTable => journalTables.has(table);

/** What a person has typed, what the device calls itself, and the number of the last act; habits can be made again. */
export const isJournaledKey = (key: string): boolean =>
  key === 'counter' || key.startsWith('draft/') || key.startsWith('once/');

/** Of an act: what it says and whether the server may have seen it. Where it stands otherwise is found out again. */
const says = ({ op }: OpRow): string => JSON.stringify([wasTried(op), op.body, op.deps]);

/** Whether no server has the photo or voice note yet. */
export const isOwed = ({ blob: { state } }: BlobRow): boolean => state === 'kept' || state === 'named';

const journalRow: { readonly [table in JournalTable]: (row: never) => JournalRow | null } = {
  outbox: (row: OpRow) => (row.op.state === 'discarded' ? null : { name: row.op.opId, row, says: says(row) }),
  [keyValues]: (row: KeyValueRow) => ({ name: row.key, row, says: JSON.stringify(row.value) }),
  /** The life of the server's database alone: whether the backend is one that may be sent a record twice hangs on it. */
  sync: ({ key, state: { epoch } }: SyncRow) =>
    epoch === null ? null : { name: key, row: { key, state: { ...nothingYet, epoch } } satisfies SyncRow, says: epoch },
  blobs: (row: BlobRow) => (isOwed(row) ? { name: row.key, row, says: row.blob.state } : null),
  blobBytes: (row: Row) => ({ name: row.key, row, says: '' }),
  /** What a server has is not written down twice, sealed or not. */
  sealed: (row: Row) => (isOfServer(row.key) ? null : { name: row.key, row, says: '' }),
};

/** The row for the journal, or null for one that a server has, or that nobody wants back. */
export const asJournalRow = (table: JournalTable, row: Row): JournalRow | null => journalRow[table](row as never);
