import type { Kysely } from 'kysely';
import { keeperRole, type Role } from '../../../domain/people/roles.ts';
import type { Tables, UserRow } from '../../database/tables.ts';
import type { Commit } from '../../kernel/call.ts';
import { putOnTeam } from '../membership.ts';
import { noPassword, presentOrganization } from '../../kernel/present.ts';
import type { TeamBounds } from './ports.ts';

/** Broadcasts what the least role sees, as the room holds everybody. */
export async function announceOrganization(commit: Commit): Promise<void> {
  commit.touch('organization', commit.organizationId);
  const organization = await presentOrganization(commit.trx, commit.organizationId, 'user');
  commit.announce('update-organization', { organization });
}

/** A person added by a farm, without a password yet. */
export async function makePerson(
  commit: Commit,
  person: Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name' | 'phone'>,
  now: number,
): Promise<void> {
  await commit.trx
    .insertInto('users')
    .values({
      ...person,
      password_hash: noPassword,
      is_super_admin: 0,
      failed_logins: 0,
      blocked_until: null,
      created_at: new Date(now).toISOString(),
    })
    .execute();
}

interface Joining {
  readonly userId: string;
  readonly role: Role;
  readonly now: number;
}

/** Adds or re-adds a member, unless he is one. */
export async function join(commit: Commit, bounds: TeamBounds, { userId, role, now }: Joining): Promise<void> {
  const joining = { organizationId: commit.organizationId, userId, role, now };
  if (await putOnTeam(commit.trx, bounds.membersPerFarm, joining)) commit.touch('members', userId);
}

/** Also a past membership. */
export const membershipOf = (commit: Commit, userId: string) =>
  commit.trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['user_id', 'role', 'removed_at', 'email', 'password_hash'])
    .where('organization_id', '=', commit.organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Owners who could open the farm: those with a password. */
export async function countOwners(db: Kysely<Tables>, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('role', '=', keeperRole)
    .where('removed_at', 'is', null)
    .where('password_hash', '!=', noPassword)
    .executeTakeFirstOrThrow();
  return Number(count);
}
