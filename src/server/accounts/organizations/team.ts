import { keeperRole, type Role } from '../../../domain/people/roles.ts';
import { countOf, type Db, insertRows, rowsWhere, type Trx, type UserRow } from '../../database/tables.ts';
import { type Call, type Commit, refuse, userOf } from '../../kernel/call.ts';
import { noPassword, presentOrganization } from '../../kernel/present.ts';
import type { Outgoing } from '../../messages/outgoing.ts';
import { insertUser, putOnTeam } from '../membership.ts';
import { isoOf } from '../../rows/stored.ts';

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
  rowsWhere(commit.trx, 'memberships', { organization_id: commit.organizationId, user_id: userId })
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
