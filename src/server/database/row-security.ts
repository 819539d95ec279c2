import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Tables whose farm column is not `organization_id`. */
const ownColumns: Readonly<Record<string, string>> = { organizations: 'id', operations: 'scope' };

/**
 * Row-level security as a second control (trust.md row 55): a transaction sees the farm it names, nothing without one, all with `*`. Forced for
 * the tables' owner too; a superuser bypasses it. Idempotent.
 */
export async function secureRows(db: Kysely<Tables>): Promise<void> {
  for (const { table, column } of await farmTables(db)) {
    const [name, by] = [sql.table(table), sql.ref(column)];
    await sql`alter table ${name} enable row level security`.execute(db);
    await sql`alter table ${name} force row level security`.execute(db);
    await sql`create policy farm on ${name}
      using (${by} = current_setting('app.org', true) or current_setting('app.org', true) = '*')
      with check (${by} = current_setting('app.org', true) or current_setting('app.org', true) = '*')`.execute(db);
  }
}

/** Tables with farms' rows that lack it. */
async function farmTables(db: Kysely<Tables>): Promise<{ readonly table: string; readonly column: string }[]> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema()
      and table_name not in (select tablename from pg_policies where schemaname = current_schema())`.execute(db);
  return rows
    .filter(({ table_name, column_name }) => column_name === (ownColumns[table_name] ?? 'organization_id'))
    .map(({ table_name, column_name }) => ({ table: table_name, column: column_name }));
}
