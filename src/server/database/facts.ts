import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The epoch of this database: made once; the restore of a backup gives it a new one (offline.md §2.5). */
export async function epochOf(db: Kysely<Tables>): Promise<string> {
  await db
    .insertInto('server_facts')
    .values({ name: 'epoch', value: randomUUID() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('server_facts').select('value').where('name', '=', 'epoch').executeTakeFirstOrThrow();
  return row.value;
}
