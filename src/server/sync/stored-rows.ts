import { type Call, farmOf } from '../kernel/call.ts';
import { isOfFarm } from '../database/scope.ts';
import type { Tables, Trx } from '../database/tables.ts';
import type { OwnTable } from '../things/plain-things.ts';

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
