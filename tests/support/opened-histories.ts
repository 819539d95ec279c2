import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../src/server/database/dialect.ts';
import { histories } from '../../src/server/database/migrate.ts';
import type { Tables } from '../../src/server/database/tables.ts';

/** Lets a test change what the product only adds to, as whoever owns the database could. */
export async function openHistories(db: Kysely<Tables>): Promise<void> {
  for (const table of histories)
    if (isPostgres(db)) await sql`grant update, delete on ${sql.table(table)} to current_user`.execute(db);
    else for (const act of ['update', 'delete']) await sql.raw(`drop trigger if exists ${table}_no_${act}`).execute(db);
}
