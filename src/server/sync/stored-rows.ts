import type { SyncTable } from '../../contract/endpoints/sync.ts';
import { idsOfThing } from '../database/thing-tables.ts';
import { type Call, farmOf } from '../kernel/call.ts';
import { isOfFarm } from '../database/scope.ts';
import { rowsWhere, type Tables, type Trx } from '../database/tables.ts';
import type { OwnTable } from '../things/present.ts';

/** Things that deletion removes from every list. */
export async function living<T extends 'tasks' | 'cycles' | 'invoices'>(
  db: Trx,
  table: T,
  call: Call,
  ids: readonly string[],
): Promise<Tables[T][]> {
  return (await stored(db, table, call, ids)).filter((row) => row.deleted === 0);
}

/** A farm's rows by ids. */
export async function stored<T extends OwnTable | 'movements'>(
  db: Trx,
  table: T,
  call: Call,
  ids: readonly string[],
): Promise<Tables[T][]> {
  const rows = await db
    .selectFrom(table as 'movements')
    .selectAll()
    .where('id', 'in', ids)
    .where(isOfFarm(farmOf(call)))
    .execute();
  return rows as unknown as Tables[T][];
}

/** The ids of a table's rows in the caller's farm; with a page, the next ones in order (all of `members`). */
export async function idsIn(
  db: Trx,
  call: Call,
  table: Exclude<SyncTable, 'movements'>,
  page: { readonly after: string; readonly most: number } | null = null,
): Promise<string[]> {
  const farm = farmOf(call);
  if (table === 'organization') return [farm];
  if (table === 'members') {
    const rows = await rowsWhere(db, 'memberships', { organization_id: farm }).select('user_id').execute();
    return rows.map((row) => row.user_id);
  }
  if (table !== 'cells') return await idsOfThing(db, table, farm, page);
  const rows = await rowsWhere(db, 'cells', { organization_id: farm })
    .select('cell_id')
    .$if(page !== null, (query) =>
      query
        .where('cell_id', '>', page?.after ?? '')
        .orderBy('cell_id')
        .limit(page?.most ?? 0),
    )
    .execute();
  return rows.map((row) => row.cell_id);
}
