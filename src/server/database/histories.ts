import { type Kysely, sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Tables } from './tables.ts';

/** Append-only tables: edits, commits with what each touched, security events. */
export const histories = ['edits', 'commits', 'changes', 'security_events'] as const;

/**
 * Makes histories append-only (trust.md row 61): PostgreSQL revokes the server role's rights, SQLite has triggers. The database's owner could
 * undo either; no statement of ours does. Idempotent.
 */
export async function closeHistories(db: Kysely<Tables>): Promise<void> {
  for (const table of histories) {
    if (isPostgres(db)) {
      const { rows } = await sql<{
        may: boolean;
      }>`select has_table_privilege(${table}, 'update, delete') as may`.execute(db);
      if (rows[0]?.may === true)
        await sql`revoke update, delete, truncate on ${sql.table(table)} from current_user`.execute(db);
      continue;
    }
    for (const act of ['update', 'delete'])
      await sql
        .raw(
          `create trigger if not exists ${table}_no_${act} before ${act} on ${table}
           begin select raise(abort, 'a history is added to, and never changed'); end`,
        )
        .execute(db);
  }
}
