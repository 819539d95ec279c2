import type { Kysely } from 'kysely';
import type { InvitationRow } from '../database/tables-accounts.ts';
import type { Tables } from '../database/tables.ts';
import { anyNoAddress } from '../kernel/access.ts';
import { hashOf } from '../kernel/one-time.ts';

/** A valid invitation, with its farm's name. */
export interface LivingInvitation extends InvitationRow {
  readonly farm: string;
}

/**
 * The valid invitation of a token. Null alike if unknown, used, expired, cancelled, of a deleted farm, or for a person
 * without access who has got one (trust.md row 48).
 */
export async function livingInvitation(
  db: Kysely<Tables>,
  token: string,
  now: number,
): Promise<LivingInvitation | null> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .selectAll('invitations')
    .select('organizations.name as farm')
    .where('token_hash', '=', await hashOf(token))
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', new Date(now).toISOString())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return row.user_id === null || (await isWithoutAccess(db, row.organization_id, row.user_id)) ? row : null;
}

/** Whether somebody works on this farm without opening the app. */
export async function isWithoutAccess(db: Kysely<Tables>, organizationId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where('email', 'like', anyNoAddress)
    .executeTakeFirst();
  return row !== undefined;
}
