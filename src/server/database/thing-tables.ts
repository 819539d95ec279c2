import {
  allThings,
  type DescribedTable,
  isPlainTable,
  tableNamedBy,
  type ThingTable,
} from '../../domain/things/registry.ts';
import type { Db } from './tables.ts';

/** The table of a thing: its own, or the one of all declared things. */
export const tableOf = (table: ThingTable): DescribedTable | 'things' =>
  isPlainTable(table) ? 'things' : (table as DescribedTable);

const names = new Map<string, string>(allThings.map(({ name, table }) => [table, name]));

/** The ids of a farm's things of a kind, in order; optionally a page of them. */
export async function idsOfThing(
  db: Db,
  table: ThingTable,
  farm: string,
  page: { readonly after: string; readonly most: number } | null = null,
): Promise<string[]> {
  const rows = await db
    .selectFrom(tableOf(table) as 'things')
    .select('id')
    .where('organization_id', '=', farm)
    .$if(isPlainTable(table), (query) => query.where('thing', '=', names.get(table) ?? ''))
    .$if(page !== null, (query) =>
      query
        .where('id', '>', page?.after ?? '')
        .orderBy('id')
        .limit(page?.most ?? 0),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** The table a field like `lot_id` references; null if none. */
export function tableByField(field: string): DescribedTable | 'things' | null {
  const table = tableNamedBy(field);
  return table && tableOf(table);
}
