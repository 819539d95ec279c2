import { isOwner, mayGiveRole, mayRemove, type Role, type RoleChange } from '../../../domain/index.ts';
import { hasMail } from '../../kernel/access.ts';
import { type Answer, type Call, type Commit, refuse, roleOf, userOf } from '../../kernel/call.ts';
import { noPassword, presentMembers } from '../../kernel/present.ts';
import { cancelInvitation, cancelInvitationsOf, roleOffered } from './invitations.ts';
import type { TeamPorts } from './ports.ts';
import { announceOrganization, countOwners, membershipOf } from './team.ts';

/** Read inside the transaction: another owner may have changed it. */
const roleNow = async (call: Call, commit: Commit): Promise<Role> => {
  const own = await membershipOf(commit, userOf(call));
  return own && own.removed_at === null ? own.role : refuse('NOT_FOUND');
};

/** Also when two owners demote each other at once. */
async function keepAnOwner(commit: Commit, member: { readonly role: Role; readonly password_hash: string }) {
  const counts = isOwner(member.role) && member.password_hash !== noPassword;
  if (counts && (await countOwners(commit.trx, commit.organizationId)) === 1) refuse('LAST_OWNER');
}

/**
 * Removes a member, oneself or an invitation. Records stay; phones leave the live room at once, and earlier records
 * still arrive (`late.ts` of the core).
 */
export async function removeUser(call: Call, commit: Commit, ports: TeamPorts): Promise<Answer> {
  const userId = call.params.userId ?? '';
  const isSelf = userId === call.actor?.userId;
  const member = await membershipOf(commit, userId);
  const offered = member ? undefined : await roleOffered(commit, userId);
  const removed = member?.role ?? offered ?? 'user';
  if (!mayRemove(roleOf(call), removed, isSelf)) refuse('FORBIDDEN');
  if (!member) {
    if (!offered) refuse('NOT_FOUND');
    await cancelInvitation(call, commit, userId);
    await announceOrganization(commit);
    return { alreadyDeleted: false };
  }
  if (member.removed_at !== null) return { alreadyDeleted: true };
  await keepAnOwner(commit, member);
  if (!mayRemove(await roleNow(call, commit), removed, isSelf)) refuse('FORBIDDEN');
  const now = new Date(call.now).toISOString();
  await commit.trx
    .updateTable('memberships')
    .set({ removed_at: now })
    .where('organization_id', '=', commit.organizationId)
    .where('user_id', '=', userId)
    .execute();
  // This farm's unused activation links end.
  await commit.trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('organization_id', '=', commit.organizationId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  await cancelInvitationsOf(call, commit, userId);
  commit.touch('members', userId);
  await announceOrganization(commit);
  call.afterCommit(() => ports.onLeave(commit.organizationId, userId));
  return { alreadyDeleted: false };
}

/** Changes a member's role (domain.md §2.12): owners only, never their own, and one owner stays. */
export async function changeRole(call: Call<RoleChange>, commit: Commit): Promise<Answer> {
  const userId = call.params.userId ?? '';
  const { role, email } = call.body;
  const member = await membershipOf(commit, userId);
  if (!member || member.removed_at !== null) return refuse('NOT_FOUND');
  const known = hasMail(member.email) ? member.email : undefined;
  if (known !== email) refuse(email === undefined ? 'INVALID_BODY' : 'NOT_FOUND');
  if (!isOwner(role)) await keepAnOwner(commit, member);
  if (!mayGiveRole(await roleNow(call, commit), userId === call.actor?.userId)) refuse('FORBIDDEN');
  if (role !== member.role) {
    await commit.trx
      .updateTable('memberships')
      .set({ role })
      .where('organization_id', '=', commit.organizationId)
      .where('user_id', '=', userId)
      .execute();
    commit.touch('members', userId);
    await announceOrganization(commit);
  }
  const members = await presentMembers(commit.trx, commit.organizationId, roleOf(call));
  return { user: members.find((one) => one.id === userId) };
}
