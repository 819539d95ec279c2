import { serverSentences } from '../../contract/sentences-server.ts';
import type { Db, Tables, Trx } from '../database/tables.ts';
import type { SyncTable } from '../../contract/endpoints/sync.ts';
import { type ThingName, thingOf } from '../../domain/things/registry.ts';
import type { OfficeRow, PlainRow } from '../database/tables-office.ts';
import { tableByField } from '../database/thing-tables.ts';
import { type Call, type Commit, farmOf, refuseAt } from '../kernel/call.ts';
import {
  changedBy,
  deletedBy,
  findRow,
  isoOf,
  madeBy,
  namedPlace,
  type OfficeTable,
  type Scope,
  setRow,
} from './stored.ts';

/** A stored form: all fields, null where not given. */
export type Content = Readonly<Record<string, unknown>>;

interface Edit {
  readonly by: string | null;
  readonly at: string;
  readonly before: Content;
}

/** Common columns of a new row. */
export const newOfficeRow = (call: Call, commit: Commit, id: string, content: Content): OfficeRow => ({
  ...madeBy(call, commit, id),
  deleted_by: null,
  deleted_at: null,
  content: JSON.stringify(call.carrier ? { ...content, carried_by: call.carrier } : content),
  edits: '[]',
});

export const scopeOf = (call: Call, db: Db): Scope => ({
  // Reads run inside a transaction too (`readIn`).
  trx: db as Trx,
  organizationId: farmOf(call),
});

export const contentOf = <C extends object = Content>(row: OfficeRow): C => JSON.parse(row.content) as C;

const listOf = (table: OfficeTable, row: OfficeRow): SyncTable =>
  table === 'things' ? thingOf((row as PlainRow).thing as ThingName).table : table;

function overwritten(before: Content, after: Content): Content {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null]));
}

/** Writes a changed form and its columns, with the old values into the history. Returns whether anything changed. */
export async function changeOffice<T extends OfficeTable>(
  call: Call,
  commit: Commit,
  table: T,
  row: OfficeRow,
  content: Content,
  columns: Partial<Tables[T]>,
): Promise<boolean> {
  const before = overwritten(contentOf(row), content);
  const moved = Object.entries(columns).some(([name, value]) => row[name as keyof OfficeRow] !== value);
  if (Object.keys(before).length === 0 && !moved) return false;
  const edit: Edit = { by: call.actor?.userId ?? null, at: isoOf(call), before };
  const edits = [...(JSON.parse(row.edits) as Edit[]), edit];
  await setRow(commit, table as OfficeTable, row.id, {
    ...(columns as object),
    content: JSON.stringify(content),
    edits: JSON.stringify(edits),
    ...changedBy(call, row),
  });
  commit.touch(listOf(table, row), row.id);
  return true;
}

/** Soft-deletes; returns whether it already was. */
export async function deleteOffice(call: Call, commit: Commit, table: OfficeTable, row: OfficeRow): Promise<boolean> {
  if (row.deleted === 1) return true;
  await setRow(commit, table, row.id, deletedBy(call, row));
  commit.touch(listOf(table, row), row.id);
  return false;
}

/** The common fields on the wire (wire.md, things on the wire), with the form. */
export const presentRow = (row: OfficeRow): Record<string, unknown> => ({
  id: row.id,
  cid: row.id,
  organization_id: row.organization_id,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
  deleted: row.deleted === 1,
  deletedBy: row.deleted_by,
  deletedAt: row.deleted_at,
  editHistory: (JSON.parse(row.edits) as Edit[]).map(({ by, at, before }) => ({
    editedBy: by,
    editedAt: at,
    changes: Object.keys(before),
  })),
  ...contentOf(row),
});

/** The table that a field refers to. */
const placeNamed = (field: string) => (field === 'movement_id' ? ('movements' as const) : tableByField(field));

/**
 * Checks that a form's references are the farm's: not deleted if from the office; from the field they may be missing
 * yet or deleted.
 */
export async function checkNamed(commit: Commit, form: Content): Promise<void> {
  const isField = form.offline === true;
  for (const [name, id] of Object.entries(form)) {
    const table = placeNamed(name);
    if (typeof id !== 'string' || table === null) continue;
    namedPlace(await findRow(commit, table, id), table, isField);
  }
}

/**
 * A page of a list, or all of it (wire.md §Everywhere). `rows`: all in order, hidden ones too, so that a deleted row
 * still works as cursor. Refuses an unknown cursor.
 */
export function pageOf<T extends { readonly id: string }>(
  rows: readonly T[],
  query: Call['query'],
  isShown: (row: T) => boolean = () => true,
): { readonly page: readonly T[]; readonly next_cursor?: string } {
  const { cursor } = query;
  const last = cursor ? rows.findIndex((row) => row.id === cursor) : -1;
  if (cursor && last < 0) {
    refuseAt('INVALID_BODY', 'cursor', serverSentences.badFormat);
  }
  const rest = rows.slice(last + 1).filter(isShown);
  const asked = Number(query.limit || Number.NaN);
  if (Number.isNaN(asked)) return { page: rest };
  const page = rest.slice(0, asked);
  const end = page.at(-1);
  return { page, ...(end && asked < rest.length && { next_cursor: end.id }) };
}

/** Deleted rows keep their place in a list, but are not shown. */
export const isLiving = ({ deleted }: { readonly deleted: number }): boolean => deleted === 0;
