import { serverSentences } from '../../../contract/sentences-server.ts';
import { type Invite, mayAdd } from '../../../domain/index.ts';
import { type Answer, type Call, type Commit, refuse, roleOf } from '../../kernel/call.ts';
import { isWithoutAccess } from '../invitations.ts';
import { asking } from './add.ts';
import { cancelInvitation, cancelInvitationsOf, linkOf, makeInvitation, roleOffered } from './invitations.ts';
import { refuseTooOften } from './limit.ts';
import type { TeamPorts } from './ports.ts';
import { announceOrganization } from './team.ts';

/**
 * Invites by name (domain.md §2.12): the caller hands the link over, and its bearer makes an account or joins with his
 * own. Refuses a role the caller may not give (FORBIDDEN), and to replace an invitation no longer valid or a person who
 * has access (NOT_FOUND).
 */
export async function invite(call: Call<Invite>, commit: Commit, ports: TeamPorts): Promise<Answer> {
  const { first_name, last_name = '', phone = null, role, user_id = null, invitation_id } = call.body;
  if (!mayAdd(roleOf(call), role)) refuse('FORBIDDEN');
  await refuseTooOften(call, commit.trx, asking, ports.newId);
  if (invitation_id !== undefined) await replace(call, commit, invitation_id);
  if (user_id !== null && !(await isWithoutAccess(commit.trx, commit.organizationId, user_id))) refuse('NOT_FOUND');
  if (user_id !== null) await cancelInvitationsOf(call, commit, user_id);
  const of = { email: '', first_name, last_name, phone, role, user_id };
  const { id, token, expires_at } = await makeInvitation(call, commit, ports, of);
  await announceOrganization(commit);
  return { invitation_id: id, invitation_url: linkOf(ports, { invitation: token }), expires_at };
}

/** Only who may give its role may cancel it. */
async function replace(call: Call, commit: Commit, id: string): Promise<void> {
  const offered = await roleOffered(commit, id);
  if (!offered) return refuse('NOT_FOUND', { message: serverSentences.invitationGone });
  if (!mayAdd(roleOf(call), offered)) refuse('FORBIDDEN');
  await cancelInvitation(call, commit, id);
}
