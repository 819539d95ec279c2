import type { Kysely } from 'kysely';
import { recordedKinds } from '../../../domain/movements/registry.ts';
import { moneyFieldsOf } from '../../../domain/movements/permissions.ts';
import type { Role } from '../../../domain/people/roles.ts';
import type { Tables } from '../../database/tables.ts';
import type { Commit } from '../../frame/call.ts';
import { noPassword, presentOrganization } from '../../frame/present.ts';

/** Tells the members that people or settings changed; in the words of a hand, for the room holds everybody. */
export async function announceOrganization(commit: Commit): Promise<void> {
  commit.touch('organization', commit.organizationId);
  const organization = await presentOrganization(commit.trx, commit.organizationId, 'user');
  commit.announce('update-organization', { organization });
}

/** Makes somebody a member: for the first time, or again with another role. Who is one already stays as he is. */
export async function join(commit: Commit, userId: string, role: Role, now: number): Promise<void> {
  const row = await membershipOf(commit, userId);
  if (row && row.removed_at === null) return;
  if (row) {
    await commit.trx
      .updateTable('memberships')
      .set({ role, removed_at: null })
      .where('organization_id', '=', commit.organizationId)
      .where('user_id', '=', userId)
      .execute();
    // His phone may still hold what he was shown in his other role.
    if (row.role !== role) await touchWhatRolesSee(commit);
  } else {
    await commit.trx
      .insertInto('memberships')
      .values({
        organization_id: commit.organizationId,
        user_id: userId,
        role,
        created_at: new Date(now).toISOString(),
        removed_at: null,
      })
      .execute();
  }
  commit.touch('members', userId);
}

/** The membership of somebody, one that has ended too. */
export const membershipOf = (commit: Commit, userId: string) =>
  commit.trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['user_id', 'role', 'removed_at', 'email', 'password_hash'])
    .where('organization_id', '=', commit.organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/**
 * Sends again whatever looks different to another role: prices and addresses. The feed carries a row as the reader may see it, so a
 * phone whose person may see more or less from now on has to get these rows anew.
 */
export async function touchWhatRolesSee(commit: Commit): Promise<void> {
  const priced = recordedKinds.filter((kind) => moneyFieldsOf(kind).length > 0).map((kind) => kind.type);
  const { trx, organizationId } = commit;
  const movements = await trx
    .selectFrom('movements')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('type', 'in', priced)
    .execute();
  const assets = await trx.selectFrom('assets').select('id').where('organization_id', '=', organizationId).execute();
  const members = await trx
    .selectFrom('memberships')
    .select('user_id as id')
    .where('organization_id', '=', organizationId)
    .execute();
  for (const [table, rows] of [
    ['movements', movements],
    ['assets', assets],
    ['members', members],
  ] as const) {
    for (const { id } of rows) commit.touch(table, id);
  }
}

/** How many owners could still open the farm: those who have a password. */
export async function countOwners(db: Kysely<Tables>, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .where('password_hash', '!=', noPassword)
    .executeTakeFirstOrThrow();
  return Number(count);
}
