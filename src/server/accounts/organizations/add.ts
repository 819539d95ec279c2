import { serverSentences } from '../../../contract/sentences-server.ts';
import { type AddUser, type AddUserAdmin, mayAdd } from '../../../domain/index.ts';
import { hasAddress } from '../../kernel/access.ts';
import { type Answer, type Call, type Commit, refuse, roleOf } from '../../kernel/call.ts';
import { createActivation } from '../../kernel/one-time.ts';
import { noPassword } from '../../kernel/present.ts';
import { ask, cancelInvitationsOf, nameOf } from './invitations.ts';
import { hourly, refuseTooOften } from './limit.ts';
import type { TeamPorts } from './ports.ts';
import { announceOrganization, join, makePerson, membershipOf } from './team.ts';

/** All ways of adding people share one limit (trust.md row 50). */
export const asking = hourly('team-add', 20);

const accountBy = (commit: Commit, email: string) =>
  commit.trx.selectFrom('users').select(['id', 'password_hash']).where('email', '=', email).executeTakeFirst();

async function begin(call: Call<AddUser | AddUserAdmin>, commit: Commit, { newId }: TeamPorts): Promise<void> {
  if (!mayAdd(roleOf(call), call.body.role)) refuse('FORBIDDEN');
  await refuseTooOften(call, commit.trx, asking, newId);
}

/** Whether this farm made the account and nobody ever used it; erased ones have no password either. */
async function isOwnUnopened(commit: Commit, account: { id: string; password_hash: string }): Promise<boolean> {
  if (account.password_hash !== noPassword || !(await membershipOf(commit, account.id))) return false;
  const session = await commit.trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', account.id)
    .executeTakeFirst();
  return session === undefined;
}

/**
 * Sends a personal link, by mail and to the caller; who opens it joins. Nobody is added unasked, and an address proves
 * nothing: another may have signed up with it. Addresses with and without account get the same answer (trust.md row
 * 50).
 */
export async function addUser(call: Call<AddUser>, commit: Commit, ports: TeamPorts): Promise<Answer> {
  await begin(call, commit, ports);
  const account = await accountBy(commit, call.body.email);
  const member = account && (await membershipOf(commit, account.id));
  if (member?.removed_at === null) return { message: serverSentences.isMember };
  const invitation_url = await ask(call, commit, ports);
  await announceOrganization(commit);
  const mail_sent = ports.outgoing.reaches.mail;
  return { message: mail_sent ? serverSentences.asked : serverSentences.noMailLink, invitation_url, mail_sent };
}

/**
 * Makes an account and returns the link to choose its password, which nobody else ever knows (trust.md row 49). An
 * account of this farm never opened gets a new link; any other is refused: EMAIL_TAKEN. A person without access keeps
 * his id, as his tasks name it.
 */
export async function addUserAdmin(call: Call<AddUserAdmin>, commit: Commit, ports: TeamPorts): Promise<Answer> {
  await begin(call, commit, ports);
  const { email, role, user_id } = call.body;
  const account = await accountBy(commit, email);
  const isAnothers = user_id !== undefined && account?.id !== user_id;
  if (account && (isAnothers || !(await isOwnUnopened(commit, account)))) {
    const message = serverSentences.askInstead;
    refuse('EMAIL_TAKEN', { message, issues: [{ path: 'email', message }] });
  }
  if (!account && user_id !== undefined) await giveAccess(call, commit, user_id);
  const userId = account?.id ?? user_id ?? (await makeAccount(call, commit, ports.newId()));
  await join(commit, ports.bounds, { userId, role, now: call.now });
  await announceOrganization(commit);
  const owner = { userId, email, organizationId: commit.organizationId, now: call.now };
  const { url } = await createActivation(commit.trx, ports.publicUrl, owner);
  const { subject, text } = serverSentences.activationMail(await nameOf(commit), url);
  call.afterCommit(() => ports.outgoing.mail({ to: email, subject, text, isAsked: false }));
  return { activation_url: url, mail_sent: ports.outgoing.reaches.mail };
}

async function makeAccount(call: Call<AddUserAdmin>, commit: Commit, id: string): Promise<string> {
  const { email, first_name, last_name, phone = null } = call.body;
  await makePerson(commit, { id, email, first_name, last_name, phone }, call.now);
  return id;
}

async function giveAccess(call: Call<AddUserAdmin>, commit: Commit, userId: string): Promise<void> {
  const { email, first_name, last_name, phone, role } = call.body;
  const member = await membershipOf(commit, userId);
  if (!member || member.removed_at !== null || hasAddress(member.email)) refuse('NOT_FOUND');
  await cancelInvitationsOf(call, commit, userId);
  await commit.trx
    .updateTable('users')
    .set({ email, first_name, last_name, ...(phone !== undefined && { phone }) })
    .where('id', '=', userId)
    .execute();
  await commit.trx
    .updateTable('memberships')
    .set({ role })
    .where('organization_id', '=', commit.organizationId)
    .where('user_id', '=', userId)
    .execute();
  commit.touch('members', userId);
}
