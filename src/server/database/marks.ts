import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The mark of a commit, chained to the one before: who has it knows all before it. Its random part tells apart two histories from one copy. */
export const nextMark = (before: string, seq: number, key: string | null): string =>
  createHash('sha256')
    .update(`${before} ${seq} ${key ?? ''} `)
    .update(randomBytes(16))
    .digest('base64url')
    .slice(0, 22);

/** The mark of a commit; null where none is stored (commits from before marks existed). */
export async function markAt(db: Kysely<Tables>, organizationId: string, seq: number): Promise<string | null> {
  const row = await db
    .selectFrom('commits')
    .select('mark')
    .where('organization_id', '=', organizationId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.mark ?? null;
}
