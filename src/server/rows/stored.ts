import { serverSentences } from '../../contract/sentences-server.ts';
import { searchable } from '../../domain/text.ts';
import type { Tables } from '../database/tables.ts';
import { type Call, type Commit, refuse, refuseAt } from '../kernel/call.ts';

type NamedTable = 'lots' | 'rodeos' | 'campos' | 'categories';

/** The marks that every stored thing carries when it is made (wire.md, things on the wire). */
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

/** The row of this organization with this id; refuses with NOT_FOUND. */
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

/** The category that an id or a name says, the deleted ones aside (wire.md §Lots); null where it is none. */
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

/** The same; refuses what is none, at the field that said it. */
export const categoryOf = async (commit: Commit, idOrName: string, path: string): Promise<string> =>
  (await findCategory(commit, idOrName)) ?? refuseAt('INVALID_BODY', path, serverSentences.noCategory);

/** Refuses a name that another living one has, case and accents aside. */
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

/** What a second arrival of a client's id means: the thing is there already, or the id is another farm's. */
export async function alreadyMade(commit: Commit, table: NamedTable, cid: string | undefined): Promise<boolean> {
  if (!cid) return false;
  const row = await commit.trx.selectFrom(table).select('organization_id').where('id', '=', cid).executeTakeFirst();
  if (row && row.organization_id !== commit.organizationId) refuse('CONFLICT');
  return row !== undefined;
}

/** Leaves out what was not sent: a change changes only what it names. */
export const sentOnly = <T extends object>(changes: T): Partial<T> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The same without these parts. */
export const without = <T extends object, K extends keyof T & string>(whole: T, ...names: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !(names as readonly string[]).includes(name))) as Omit<
    T,
    K
  >;

/** Truths as the database keeps them. */
export const asFlag = (value: boolean | undefined): 0 | 1 | undefined =>
  value === undefined ? undefined : value ? 1 : 0;
