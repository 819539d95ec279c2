import { sql } from 'kysely';
import type { Finding } from './finding.ts';
import { tableByField } from './thing-tables.ts';
import type { Db } from './tables.ts';

const user = { table: 'users', everywhere: true } as const;

/**
 * What a column references, by its name: a row of the same farm, or a person or farm (`everywhere`). Deletes are soft, so what was ever named
 * exists.
 */
const targets: Readonly<Record<string, { readonly table: string; readonly everywhere?: true } | undefined>> = {
  organization_id: { table: 'organizations', everywhere: true },
  user_id: user,
  created_by: user,
  deleted_by: user,
  edited_by: user,
  author_id: user,
  invited_by: user,
  decided_by: user,
  session_id: { table: 'sessions', everywhere: true },
  movement_id: { table: 'movements' },
  parent_id: { table: 'movements' },
};
const byTable: typeof targets = { 'categories.next_id': { table: 'categories' } };
/** Columns that end like a reference and are none: they name parts of the feed, keys, the program, or things of the world outside. */
const noReference: ReadonlySet<string> = new Set([
  'cell_id',
  'row_id',
  'server_id',
  'attempt_id',
  'provider_id',
  'made_by',
]);

/** The table a column references; null: none, undefined: undeclared. */
export function targetOf({ table, column }: FarmColumn) {
  if (!/_(id|by)$/.test(column) || noReference.has(column)) return null;
  const thing = tableByField(column);
  return byTable[`${table}.${column}`] ?? targets[column] ?? (thing ? { table: thing } : undefined);
}

/** References to rows that are missing or another farm's. */
export async function danglingReferences(db: Db): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { table, column } of await farmColumns(db)) {
    const target = targetOf({ table, column });
    if (!target) continue;
    const sameFarm = target.everywhere ? sql`` : sql`and there.organization_id = here.organization_id`;
    const { rows } = await sql<{ organization_id: string; id: string }>`
      select here.organization_id, ${sql.ref(`here.${column}`)} as id from ${sql.table(table)} as here
      left join ${sql.table(target.table)} as there on there.id = ${sql.ref(`here.${column}`)} ${sameFarm}
      where ${sql.ref(`here.${column}`)} is not null and there.id is null`.execute(db);
    for (const row of rows)
      found.push({ kind: 'reference', organizationId: row.organization_id, table, column, id: row.id });
  }
  return found;
}

/** Declared things whose forms name rows that are missing or another farm's. */
export async function examineThings(db: Db): Promise<Finding[]> {
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

interface FarmColumn {
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
