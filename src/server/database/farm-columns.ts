import type { Db } from './tables.ts';

export interface FarmColumn {
  readonly table: string;
  readonly column: string;
}

/** All columns of tables with an `organization_id`, by introspection. */
export async function farmColumns(db: Db): Promise<FarmColumn[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'organization_id'))
    .flatMap(({ name, columns }) => columns.map((column) => ({ table: name, column: column.name })));
}
