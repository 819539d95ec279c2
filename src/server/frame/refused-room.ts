import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** Nobody's phone holds so much; whoever sends more is no phone. */
const mostWaiting = 2000;

/** Whether what one more refused record of this person asks for is still within what one phone can have (decision 0012). */
export async function roomForRefused(db: Kysely<Tables>, organizationId: string, userId: string): Promise<boolean> {
  const { waiting } = await db
    .selectFrom('refused')
    .select((select) => select.fn.countAll<number>().as('waiting'))
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('state', '=', 'en_espera')
    .executeTakeFirstOrThrow();
  return Number(waiting) < mostWaiting;
}
