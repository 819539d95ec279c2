import { type Kysely, sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Tables } from './tables.ts';

/** What is written once: who changed what, the farm's commits with what each touched, and the book of ways in and out. */
export const histories = ['edits', 'commits', 'changes', 'security_events'] as const;

/**
 * Histories are only added to (trust.md row 61): on PostgreSQL the server's role has no other right, on the embedded database a trigger
 * refuses. The database's owner could undo either; no statement of the product does. Does nothing where it holds.
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
