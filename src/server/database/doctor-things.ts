import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Finding } from './finding.ts';
import { tableByField } from './thing-tables.ts';
import type { Tables } from './tables.ts';

/** Declared things whose forms name rows that are missing or another farm's. */
export async function examineThings(db: Kysely<Tables>): Promise<Finding[]> {
  const rows = await db.selectFrom('things').select(['organization_id', 'content']).execute();
  const named = new Map<string, { organizationId: string; field: string; table: string; id: string }>();
  for (const { organization_id: organizationId, content } of rows) {
    for (const [field, id] of Object.entries(JSON.parse(content) as Readonly<Record<string, unknown>>)) {
      const table = tableByField(field);
      if (table && typeof id === 'string')
        named.set(`${organizationId} ${table} ${id}`, { organizationId, field, table, id });
    }
  }
  const found: Finding[] = [];
  for (const { organizationId, field, table, id } of named.values()) {
    const { rows: there } = await sql`
      select id from ${sql.table(table)} where id = ${id} and organization_id = ${organizationId}`.execute(db);
    if (there.length === 0) found.push({ kind: 'reference', organizationId, table: 'things', column: field, id });
  }
  return found;
}
