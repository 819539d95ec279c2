import { serverSentences } from '../../contract/sentences-server.ts';
import type { Role } from '../../domain/people/roles.ts';
import type { InvitationRow } from '../database/tables-accounts.ts';
import { refuse } from '../kernel/call.ts';
import { anyNoAddress } from '../kernel/present.ts';
import { hashOf } from '../kernel/one-time.ts';
import { countOf, type Db, insertRows, rowsWhere, setWhere, type Trx, type UserRow } from '../database/tables.ts';

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
  trx: Trx,
  most: number,
  { organizationId: organization_id, userId: user_id, role, now }: Joining,
): Promise<boolean> {
  const row = await rowsWhere(trx, 'memberships', { organization_id, user_id }).select('removed_at').executeTakeFirst();
  if (row && row.removed_at === null) return false;
  await refuseFull(trx, organization_id, most);
  if (row) {
    await setWhere(trx, 'memberships', { organization_id, user_id }, { role, removed_at: null });
    return true;
  }
  const created_at = new Date(now).toISOString();
  await insertRows(trx, 'memberships', { organization_id, user_id, role, created_at, removed_at: null });
  return true;
}

async function refuseFull(trx: Trx, organizationId: string, most: number): Promise<void> {
  const members = rowsWhere(trx, 'memberships', { organization_id: organizationId, removed_at: null });
  if ((await countOf(members)) >= most) refuse('CONFLICT', { message: serverSentences.teamIsFull(most) });
}

/** A valid invitation, with its farm's name. */
export interface LivingInvitation extends InvitationRow {
  readonly farm: string;
}

/**
 * The valid invitation of a token. Null alike if unknown, used, expired, cancelled, of a deleted farm, or for a person
 * without access who has got one (trust.md row 48).
 */
export async function livingInvitation(db: Db, token: string, now: number): Promise<LivingInvitation | null> {
  const row = await rowsWhere(db, 'invitations', {
    token_hash: await hashOf(token),
    used_at: null,
    cancelled_at: null,
  })
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .where('deleted_at', 'is', null)
    .selectAll('invitations')
    .select('organizations.name as farm')
    .where('expires_at', '>', new Date(now).toISOString())
    .executeTakeFirst();
  if (!row) return null;
  return row.user_id === null || (await isWithoutAccess(db, row.organization_id, row.user_id)) ? row : null;
}

/** Whether somebody works on this farm without opening the app. */
export async function isWithoutAccess(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const row = await rowsWhere(db, 'memberships', { organization_id: organizationId, user_id: userId, removed_at: null })
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('user_id')
    .where('email', 'like', anyNoAddress)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes an account. */
export async function insertUser(
  trx: Trx,
  person: Pick<UserRow, 'id' | 'email' | 'password_hash' | 'first_name' | 'last_name' | 'phone'>,
  now: number,
): Promise<UserRow> {
  const created_at = new Date(now).toISOString();
  const user: UserRow = { ...person, is_super_admin: 0, failed_logins: 0, blocked_until: null, created_at };
  await insertRows(trx, 'users', user);
  return user;
}

/** Gives a member another role. */
export const setRole = (trx: Trx, organizationId: string, userId: string, role: Role) =>
  setWhere(trx, 'memberships', { organization_id: organizationId, user_id: userId }, { role });
