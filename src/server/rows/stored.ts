import { serverSentences } from '../../contract/sentences-server.ts';
import { searchable } from '../../domain/text.ts';
import type { Tables } from '../database/tables.ts';
import { type Call, type Commit, refuse, refuseAt } from '../kernel/call.ts';

type NamedTable = 'lots' | 'rodeos' | 'campos' | 'categories';

/** The common columns of a new row (wire.md, things on the wire). */
export const madeBy = (call: Call, commit: Commit, id: string) => {
  const now = new Date(call.now).toISOString();
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

/** Refuses with NOT_FOUND. */
export async function rowOf<T extends NamedTable>(
  commit: Commit,
  table: T,
  id: string,
  message?: string,
): Promise<Tables[T]> {
  const row = await commit.trx
    .selectFrom(table as NamedTable)
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', commit.organizationId)
    .executeTakeFirst();
  return (row as Tables[T] | undefined) ?? refuse('NOT_FOUND', message ? { message } : {});
}

/** By id or name, deleted ones left out (wire.md §Lots). */
export async function findCategory(commit: Commit, idOrName: string): Promise<string | null> {
  const rows = await commit.trx
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('organization_id', '=', commit.organizationId)
    .where('deleted', '=', 0)
    .execute();
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
  table: NamedTable,
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
    refuse('NAME_TAKEN', { message, issues: [{ path: 'name', message }] });
  }
}

/** Whether this client id came before; another farm's is refused. */
export async function alreadyMade(commit: Commit, table: NamedTable, cid: string | undefined): Promise<boolean> {
  if (!cid) return false;
  const row = await commit.trx.selectFrom(table).select('organization_id').where('id', '=', cid).executeTakeFirst();
  if (row && row.organization_id !== commit.organizationId) refuse('CONFLICT');
  return row !== undefined;
}

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
