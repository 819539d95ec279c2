import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  type AddUser,
  type AddUserAdmin,
  fullName,
  isOwner,
  mayAdd,
  mayGiveRole,
  mayRemove,
  type Person,
  type Role,
  type RoleChange,
} from '../../../domain/index.ts';
import { farmRows, rowsWhere, setWhere } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse, roleOf, userOf } from '../../kernel/call.ts';
import { createActivation } from '../../kernel/one-time.ts';
import { hasAddress, hasMail, noAddress, noPassword, presentMembers } from '../../kernel/present.ts';
import {
  announceOrganization,
  ask,
  asking,
  cancelInvitation,
  cancelInvitationsOf,
  countOwners,
  hourly,
  join,
  makePerson,
  membershipOf,
  nameOf,
  refuseTooOften,
  roleOffered,
  type TeamPorts,
} from './team.ts';
import { isoOf, refuseName } from '../../rows/stored.ts';
import { setRole } from '../membership.ts';

const accountBy = (commit: Commit, email: string) =>
  rowsWhere(commit.trx, 'users', { email }).select(['id', 'password_hash']).executeTakeFirst();

async function begin(call: Call<AddUser | AddUserAdmin>, commit: Commit, { newId }: TeamPorts): Promise<void> {
  if (!mayAdd(roleOf(call), call.body.role)) refuse('FORBIDDEN');
  await refuseTooOften(call, commit.trx, asking, newId);
}

/** Whether this farm made the account and nobody ever used it; erased ones have no password either. */
async function isOwnUnopened(commit: Commit, account: { id: string; password_hash: string }): Promise<boolean> {
  if (account.password_hash !== noPassword || !(await membershipOf(commit, account.id))) return false;
  const session = await rowsWhere(commit.trx, 'sessions', { user_id: account.id }).select('id').executeTakeFirst();
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
  await setWhere(
    commit.trx,
    'users',
    { id: userId },
    { email, first_name, last_name, ...(phone !== undefined && { phone }) },
  );
  await setRole(commit.trx, commit.organizationId, userId, role);
  commit.touch('members', userId);
}

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
  const now = isoOf(call);
  await setWhere(
    commit.trx,
    'memberships',
    { organization_id: commit.organizationId, user_id: userId },
    { removed_at: now },
  );
  // This farm's unused activation links end.
  await setWhere(
    commit.trx,
    'one_time_tokens',
    {
      organization_id: commit.organizationId,
      user_id: userId,
      used_at: null,
    },
    { used_at: now },
  );
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
    await setRole(commit.trx, commit.organizationId, userId, role);
    commit.touch('members', userId);
    await announceOrganization(commit);
  }
  const members = await presentMembers(commit.trx, commit.organizationId, roleOf(call));
  return { user: members.find((one) => one.id === userId) };
}

const adding = hourly('team-person', 60);

/**
 * Adds a worker without address or password (domain.md §2.12). A past one of the same name returns as himself. Refuses
 * a name on the team: NAME_TAKEN.
 */
export async function addPerson(call: Call<Person>, commit: Commit, ports: TeamPorts): Promise<Answer> {
  await refuseTooOften(call, commit.trx, adding, ports.newId);
  const { first_name, last_name = '', phone = null } = call.body;
  const known = await namesakes(call, commit);
  if (known.some((one) => one.removed_at === null)) refuseTaken();
  const before = known.find((one) => !hasAddress(one.email));
  const id = before?.id ?? ports.newId();
  if (before) await setPerson(call, commit, id);
  else await makePerson(commit, { id, email: noAddress(id), first_name, last_name, phone }, call.now);
  await join(commit, ports.bounds, { userId: id, role: 'user', now: call.now });
  return await announced(call, commit, id);
}

/** Changes his name or phone. Accounts belong to their person: CONFLICT. */
export async function changePerson(call: Call<Person>, commit: Commit): Promise<Answer> {
  const id = call.params.userId ?? '';
  const member = await membershipOf(commit, id);
  if (!member || member.removed_at !== null) return refuse('NOT_FOUND');
  if (hasAddress(member.email)) return refuse('CONFLICT', { message: serverSentences.hasAccount });
  if ((await namesakes(call, commit)).some((one) => one.id !== id && one.removed_at === null)) refuseTaken();
  await setPerson(call, commit, id);
  commit.touch('members', id);
  return await announced(call, commit, id);
}

/** The name alone tells people apart where tasks are assigned. */
const refuseTaken = (): never => refuseName(serverSentences.personNameTaken, 'first_name');

/** Members and past members with the same shown name. */
async function namesakes(call: Call<Person>, commit: Commit) {
  const { first_name, last_name = '' } = call.body;
  const name = fullName({ first_name, last_name });
  const people = await farmRows(commit, 'memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['id', 'first_name', 'last_name', 'email', 'removed_at'])
    .execute();
  return people.filter((one) => fullName(one) === name);
}

const setPerson = (call: Call<Person>, commit: Commit, id: string) => {
  const { first_name, last_name = '', phone } = call.body;
  return setWhere(commit.trx, 'users', { id }, { first_name, last_name, ...(phone !== undefined && { phone }) });
};

async function announced(call: Call, commit: Commit, id: string): Promise<Answer> {
  await announceOrganization(commit);
  const members = await presentMembers(commit.trx, commit.organizationId, roleOf(call));
  return { user: members.find((one) => one.id === id) };
}
