import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** A column of a table with rows of farms. */
export interface FarmColumn {
  readonly table: string;
  readonly column: string;
}

/** Every column of every table that has an `organization_id`, as the database itself knows them. */
export async function farmColumns(db: Kysely<Tables>): Promise<FarmColumn[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'organization_id'))
    .flatMap(({ name, columns }) => columns.map((column) => ({ table: name, column: column.name })));
}
