import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The mark of a commit, made of the one before: who has it knows all before it. Its random part tells two histories from one copy apart.
 */
export const nextMark = (before: string, seq: number, key: string | null): string =>
  createHash('sha256')
    .update(`${before} ${seq} ${key ?? ''} `)
    .update(randomBytes(16))
    .digest('base64url')
    .slice(0, 22);

/** The mark of a commit of a farm; null where the history does not hold one (commits older than marks are). */
export async function markAt(db: Kysely<Tables>, organizationId: string, seq: number): Promise<string | null> {
  const row = await db
    .selectFrom('commits')
    .select('mark')
    .where('organization_id', '=', organizationId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.mark ?? null;
}
