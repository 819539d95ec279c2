import type { Transaction } from 'kysely';
import { serverSentences } from '../../contract/sentences-server.ts';
import type { Role } from '../../domain/people/roles.ts';
import type { Tables } from '../database/tables.ts';
import { refuse } from '../kernel/call.ts';

interface Joining {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly now: number;
}

/**
 * Adds or re-adds a member, up to `most`; false if he is one. The caller holds the farm's row, so nobody joins
 * meanwhile.
 */
export async function putOnTeam(
  trx: Transaction<Tables>,
  most: number,
  { organizationId: organization_id, userId: user_id, role, now }: Joining,
): Promise<boolean> {
  const row = await trx
    .selectFrom('memberships')
    .select('removed_at')
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (row && row.removed_at === null) return false;
  await refuseFull(trx, organization_id, most);
  if (row) {
    await trx
      .updateTable('memberships')
      .set({ role, removed_at: null })
      .where('organization_id', '=', organization_id)
      .where('user_id', '=', user_id)
      .execute();
    return true;
  }
  const created_at = new Date(now).toISOString();
  await trx
    .insertInto('memberships')
    .values({ organization_id, user_id, role, created_at, removed_at: null })
    .execute();
  return true;
}

async function refuseFull(trx: Transaction<Tables>, organizationId: string, most: number): Promise<void> {
  const { count } = await trx
    .selectFrom('memberships')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) refuse('CONFLICT', { message: serverSentences.teamIsFull(most) });
}
