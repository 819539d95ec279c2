import { type Kysely, sql } from 'kysely';
import { firstPath } from './migrations/0001-first-path.ts';
import type { Tables } from './tables.ts';

type Step = (db: Kysely<never>) => Promise<void>;

/** The steps in order; a database remembers how many it has taken. A released step never changes: add another. */
const steps: readonly Step[] = [firstPath];

/** Brings a database to this version, in one transaction. Throws when a newer version has already been there. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create table if not exists migrations (step integer primary key, taken_at text not null)`.execute(trx);
    const taken = await sql<{ count: number }>`select count(*) as count from migrations`.execute(trx);
    const done = Number(taken.rows[0]?.count ?? 0);
    if (done > steps.length)
      throw new Error(
        `This database is of a newer version: it has taken ${done} steps, this program knows ${steps.length}`,
      );
    for (const [index, step] of steps.entries()) {
      if (index < done) continue;
      await step(trx as unknown as Kysely<never>);
      await sql`insert into migrations (step, taken_at) values (${index + 1}, ${new Date().toISOString()})`.execute(
        trx,
      );
    }
  });
}
