import { type AddUser, type Invite, keeperRole, mayAdd, type Role } from '../../../domain/index.ts';
import {
  countOf,
  type Db,
  farmRows,
  insertRows,
  rowsWhere,
  setWhere,
  type Trx,
  type UserRow,
} from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse, roleOf, userOf } from '../../kernel/call.ts';
import { noPassword, presentOrganization } from '../../kernel/present.ts';
import type { Outgoing } from '../../messages/outgoing.ts';
import { insertUser, isWithoutAccess, putOnTeam } from '../membership.ts';
import { isoOf } from '../../rows/stored.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import type { InvitationRow } from '../../database/tables-accounts.ts';
import { hashOf, newToken } from '../../kernel/one-time.ts';

/** Limits per account and per farm. */
export interface TeamBounds {
  readonly farmsPerAccount: number;
  readonly membersPerFarm: number;
}

export interface TeamPorts {
  readonly bounds: TeamBounds;
  readonly newId: () => string;
  readonly outgoing: Outgoing;
  /** The address that links in mails begin with. */
  readonly publicUrl: string;
  /** Somebody (null: everybody) is no member any more: his connections leave the farm's live room. */
  readonly onLeave: (organizationId: string, userId: string | null) => void;
}

export interface Limit {
  readonly what: string;
  readonly most: number;
  readonly withinMs: number;
}

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export const hourly = (what: string, most: number): Limit => ({ what, most, withinMs: hourMs });

/** Logs the event; if too often, logs nothing and returns the wait in ms. */
export async function countWithin(
  call: Call,
  trx: Trx,
  { what, most, withinMs }: Limit,
  newId: () => string,
): Promise<number | null> {
  const userId = userOf(call);
  const rows = await rowsWhere(trx, 'security_events', { user_id: userId, what })
    .select('at')
    .where('at', '>', new Date(call.now - withinMs).toISOString())
    .orderBy('at')
    .execute();
  const [oldest] = rows;
  if (rows.length >= most && oldest) return Date.parse(oldest.at) + withinMs - call.now;
  await insertRows(trx, 'security_events', {
    id: newId(),
    at: isoOf(call),
    what,
    user_id: userId,
    session_id: call.actor?.sessionId ?? null,
    address: call.address,
    device: call.userAgent,
  });
  return null;
}

/** Refuses with RATE_LIMITED, so that addresses cannot be tried by the hundred (trust.md row 50). */
export async function refuseTooOften(call: Call, trx: Trx, limit: Limit, newId: () => string): Promise<void> {
  const waitMs = await countWithin(call, trx, limit, newId);
  if (waitMs !== null) refuse('RATE_LIMITED', { parts: { retry_after: Math.max(1, Math.ceil(waitMs / 1000)) } });
}

/** Broadcasts what the least role sees, as the room holds everybody. */
export async function announceOrganization(commit: Commit): Promise<void> {
  commit.touch('organization', commit.organizationId);
  const organization = await presentOrganization(commit.trx, commit.organizationId, 'user');
  commit.announce('update-organization', { organization });
}

/** A person added by a farm, without a password yet. */
export const makePerson = (
  { trx }: Commit,
  person: Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name' | 'phone'>,
  now: number,
) => insertUser(trx, { ...person, password_hash: noPassword }, now);

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
  farmRows(commit, 'memberships', { user_id: userId })
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['user_id', 'role', 'removed_at', 'email', 'password_hash'])
    .executeTakeFirst();

/** Owners who could open the farm: those with a password. */
export const countOwners = (db: Db, organizationId: string): Promise<number> =>
  countOf(
    rowsWhere(db, 'memberships', { organization_id: organizationId, role: keeperRole, removed_at: null })
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('password_hash', '!=', noPassword),
  );

/** All ways of adding people share one limit (trust.md row 50). */
export const asking = hourly('team-add', 20);

const lifetimeMs = 7 * 86_400_000;

/**
 * Invites an address (trust.md row 50): mails the link and returns it, to hand over where no mail server is. The newest
 * invitation of an address counts.
 */
export async function ask(call: Call<AddUser>, commit: Commit, ports: TeamPorts): Promise<string> {
  const { email, role } = call.body;
  await setWhere(
    commit.trx,
    'invitations',
    {
      organization_id: commit.organizationId,
      email,
      used_at: null,
      cancelled_at: null,
    },
    { cancelled_at: isoOf(call) },
  );
  const { token } = await makeInvitation(call, commit, ports, { ...ofNobody, email, role });
  const link = linkOf(ports, { invitation: token, email });
  const { subject, text } = serverSentences.invitationMail(await nameOf(commit), link);
  call.afterCommit(() => ports.outgoing.mail({ to: email, subject, text, isAsked: false }));
  return link;
}

const ofNobody = { first_name: null, last_name: null, phone: null, user_id: null } as const;

/** Stores an invitation with its token hashed; returns the token. */
async function makeInvitation(
  call: Call,
  commit: Commit,
  ports: TeamPorts,
  of: Pick<InvitationRow, 'email' | 'role' | 'first_name' | 'last_name' | 'phone' | 'user_id'>,
): Promise<{ readonly id: string; readonly token: string; readonly expires_at: string }> {
  const [id, token] = [ports.newId(), newToken()];
  const expires_at = new Date(call.now + lifetimeMs).toISOString();
  await insertRows(commit.trx, 'invitations', {
    id,
    organization_id: commit.organizationId,
    ...of,
    token_hash: await hashOf(token),
    invited_by: userOf(call),
    created_at: isoOf(call),
    expires_at,
    used_at: null,
    cancelled_at: null,
  });
  return { id, token, expires_at };
}

/** The token goes behind `#`, where neither servers nor the Referer see it (trust.md row 52). */
const linkOf = ({ publicUrl }: TeamPorts, parts: Readonly<Record<string, string>>): string =>
  `${publicUrl.replace(/\/+$/, '')}/sign-up#${new URLSearchParams(parts).toString()}`;

export const nameOf = async (commit: Commit): Promise<string> =>
  (await rowsWhere(commit.trx, 'organizations', { id: commit.organizationId }).select('name').executeTakeFirstOrThrow())
    .name;

/** The role of the valid invitation with this id. */
export const roleOffered = async (commit: Commit, id: string): Promise<Role | undefined> =>
  (await farmRows(commit, 'invitations', { id, used_at: null, cancelled_at: null }).select('role').executeTakeFirst())
    ?.role;

export const cancelInvitation = (call: Call, commit: Commit, id: string) =>
  setWhere(commit.trx, 'invitations', { organization_id: commit.organizationId, id }, { cancelled_at: isoOf(call) });

/** A person without access has one valid link at most. */
export const cancelInvitationsOf = (call: Call, commit: Commit, userId: string) =>
  setWhere(
    commit.trx,
    'invitations',
    {
      organization_id: commit.organizationId,
      user_id: userId,
      used_at: null,
      cancelled_at: null,
    },
    { cancelled_at: isoOf(call) },
  );

/**
 * Joins by an invitation's link: once, until it expires (trust.md row 48). One to an address is for that person only;
 * one by name is for its bearer, and a member does not use it up.
 */
export async function accept(
  call: Call<{ readonly token: string }>,
  commit: Commit,
  ports: TeamPorts,
): Promise<Answer> {
  const userId = userOf(call);
  const invitation = await farmRows(commit, 'invitations', { token_hash: await hashOf(call.body.token) })
    .selectAll()
    .executeTakeFirst();
  const user = await rowsWhere(commit.trx, 'users', { id: userId }).select('email').executeTakeFirst();
  if (!invitation || !user) return refuse('NOT_FOUND');
  const isByName = invitation.email === '';
  if (!isByName && user.email !== invitation.email)
    return refuse('FORBIDDEN', { message: serverSentences.invitationOfAnother });
  const now = isoOf(call);
  const before = await membershipOf(commit, userId);
  const isIn = isByName && before?.removed_at === null;
  if (invitation.used_at === null && !isIn) {
    if (invitation.cancelled_at !== null || invitation.expires_at <= now) {
      refuse('WRONG_CODE', { message: serverSentences.invitationOver });
    }
    await setWhere(commit.trx, 'invitations', { id: invitation.id }, { used_at: now });
    await join(commit, ports.bounds, { userId, role: invitation.role, now: call.now });
    await announceOrganization(commit);
  }
  const membership = await membershipOf(commit, userId);
  if (!membership || membership.removed_at !== null) {
    return refuse('WRONG_CODE', { message: serverSentences.invitationOver });
  }
  return { organization: await presentOrganization(commit.trx, commit.organizationId, membership.role) };
}

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
