import type { BlobRow } from './blobs.ts';
import type { Row } from './disk.ts';
import { type NoteRow, nothingYet, type OpRow, type SyncRow } from './outbox-rows.ts';
import type { Copied, CopiedTable } from './second-copy.ts';

/** What a person has typed and what the device calls itself; habits and counters can be made again. */
const isKeptNote = (key: string): boolean => key.startsWith('draft/') || key.startsWith('once/');

/** Whether rows of this name are ever copied. */
export const mayBeCopied = (table: CopiedTable, key: string): boolean => table !== 'notes' || isKeptNote(key);

/** Of an act: what it says and whether the server may have seen it. Where it stands otherwise is found out again. */
const says = ({ op }: OpRow): string => JSON.stringify([op.opId, op.attempts > 0, op.body, op.deps]);

const copies: { readonly [table in CopiedTable]: (row: never) => Copied | null } = {
  outbox: (row: OpRow) => (row.op.state === 'discarded' ? null : { row, says: says(row) }),
  notes: (row: NoteRow) => ({ row, says: JSON.stringify(row.value) }),
  /** The life of the server's database alone: whether the backend is one that may be sent a record twice hangs on it. */
  sync: ({ key, state: { epoch } }: SyncRow) =>
    epoch === null ? null : { row: { key, state: { ...nothingYet, epoch } } satisfies SyncRow, says: epoch },
  blobs: (row: BlobRow) => (isOwed(row) ? { row, says: row.blob.state } : null),
  blobBytes: (row: Row) => ({ row, says: '' }),
};

/** Whether no server has the photo or voice note yet. */
export const isOwed = ({ blob: { state } }: BlobRow): boolean => state === 'kept' || state === 'named';

/** The copy of a row, or null for one that a server has, or that nobody wants back. */
export const copiedAs = (table: CopiedTable, row: Row): Copied | null => copies[table](row as never);
