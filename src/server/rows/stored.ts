import { sentences } from '../../contract/sentences.ts';
import { serverSentences } from '../../contract/sentences-server.ts';
import { farmRows, type Tables } from '../database/tables.ts';
import { type Call, type Commit, refuse, refuseAt } from '../kernel/call.ts';
import { type Issue, searchable } from '../../domain/index.ts';

/** The rows of one farm. */
export type Scope = Pick<Commit, 'trx' | 'organizationId'>;

type NamedTable = 'lots' | 'rodeos' | 'campos' | 'categories';
/** Tables whose rows keep their form as JSON. */
export type OfficeTable = 'notes' | 'tasks' | 'cycles' | 'invoices' | 'things';
type FarmTable = NamedTable | 'assets' | 'movements' | OfficeTable;

/** When the call came, as the database has it. */
export const isoOf = ({ now }: Pick<Call, 'now'>): string => new Date(now).toISOString();

/** The common columns of a new row (wire.md, things on the wire). */
export const madeBy = (call: Call, commit: Commit, id: string) => {
  const now = isoOf(call);
  return {
    id,
    organization_id: commit.organizationId,
    created_by: call.actor?.userId ?? null,
    created_at: now,
    updated_at: now,
    version: 1,
    deleted: 0,
  };
};

/** The columns that every change of a row sets. */
export const changedBy = (call: Call, { version }: { readonly version: number }) => ({
  updated_at: isoOf(call),
  version: version + 1,
});

/** The columns of a soft deletion. */
export const deletedBy = (call: Call, row: { readonly version: number }) => ({
  deleted: 1,
  deleted_by: call.actor?.userId ?? null,
  deleted_at: isoOf(call),
  ...changedBy(call, row),
});

/** The row of this farm with this id, deleted ones too. */
export async function findRow<T extends FarmTable>(
  { trx, organizationId }: Scope,
  table: T,
  id: string,
): Promise<Tables[T] | undefined> {
  const row = await trx
    .selectFrom(table as FarmTable)
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row as Tables[T] | undefined;
}

/** The same; refuses with NOT_FOUND. */
export const rowOf = async <T extends FarmTable>(
  scope: Scope,
  table: T,
  id: string,
  message?: string,
): Promise<Tables[T]> => (await findRow(scope, table, id)) ?? refuse('NOT_FOUND', message ? { message } : {});

/** What a thing names: from the field it may be awaited, or deleted by now (domain.md §3.0). */
export function namedPlace<T extends { readonly deleted: number }>(
  row: T | undefined,
  table: string,
  isField: boolean,
): T {
  if (!row && isField) refuse('DEPENDENCY_MISSING');
  if (!row || (row.deleted === 1 && !isField))
    refuse('NOT_FOUND', table === 'lots' ? { message: sentences.lotNotFound } : {});
  return row;
}

/** Changes a row of this farm. */
export const setRow = <T extends FarmTable>(
  { trx, organizationId }: Scope,
  table: T,
  id: string,
  columns: Partial<Tables[T]>,
): Promise<unknown> =>
  trx
    .updateTable(table as FarmTable)
    .set(columns)
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .execute();

/** By id or name, deleted ones left out (wire.md §Lots). */
export async function findCategory(commit: Commit, idOrName: string): Promise<string | null> {
  const rows = await farmRows(commit, 'categories', { deleted: 0 }).select(['id', 'name']).execute();
  const found =
    rows.find((row) => row.id === idOrName) ?? rows.find((row) => searchable(row.name) === searchable(idOrName));
  return found?.id ?? null;
}

/** Refuses at `path` if unknown. */
export const categoryOf = async (commit: Commit, idOrName: string, path: string): Promise<string> =>
  (await findCategory(commit, idOrName)) ?? refuseAt('INVALID_BODY', path, serverSentences.noCategory);

/** Refuses another row's name, ignoring case and accents. */
export async function refuseTakenName(
  commit: Commit,
  table: NamedTable | 'assets',
  name: string,
  ownId: string,
  message: string,
): Promise<void> {
  const rows = await commit.trx
    .selectFrom(table)
    .select(['id', 'name'])
    .where('organization_id', '=', commit.organizationId)
    .where('deleted', '=', 0)
    .execute();
  if (rows.some((row) => row.id !== ownId && searchable(row.name) === searchable(name))) {
    refuseName(message);
  }
}

/** Whether this client id came before. Another farm's is refused without saying more. */
export async function arrivedBefore(
  commit: Commit,
  table: FarmTable | 'invoice_captures',
  cid: string | undefined,
): Promise<boolean> {
  if (!cid) return false;
  const row = await commit.trx.selectFrom(table).select('organization_id').where('id', '=', cid).executeTakeFirst();
  if (row && row.organization_id !== commit.organizationId) refuse('CONFLICT');
  return row !== undefined;
}

/** Refuses a name that is taken. */
export const refuseName = (message: string, path = 'name'): never =>
  refuse('NAME_TAKEN', { message, issues: [{ path, message }] });

/** Drops fields not sent. */
export const sentOnly = <T extends object>(changes: T): Partial<T> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>;

export const without = <T extends object, K extends keyof T & string>(whole: T, ...names: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !(names as readonly string[]).includes(name))) as Omit<
    T,
    K
  >;

/** Booleans as the database stores them. */
export const asFlag = (value: boolean | undefined): 0 | 1 | undefined =>
  value === undefined ? undefined : value ? 1 : 0;

/** Refuses a body with these issues, if any. */
export function refuseIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) refuse('INVALID_BODY', { issues });
}

/** Reads rows by ids, 500 at a time, as a statement takes only so many values. */
export async function inChunks<T>(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let start = 0; start < ids.length; start += 500) all.push(...(await read(ids.slice(start, start + 500))));
  return all;
}

/** Rows by a key, in order. */
export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
