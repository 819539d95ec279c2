import type { Db, Tables } from '../database/tables.ts';
import { readToken, type Secrets } from './tokens.ts';
import { hasAddress } from './present.ts';
import { type Actor, Refusal, refuse } from './call.ts';

/** The token of a phone marked as lost: it may only hand in its unsent records (trust.md row 112). */
export class LostPhone extends Refusal {
  readonly actor: Pick<Actor, 'userId' | 'sessionId'>;
  constructor(actor: Pick<Actor, 'userId' | 'sessionId'>) {
    super({ code: 'SESSION_LOST' });
    this.actor = actor;
  }
}

/** A season; after it a lost phone has nothing left to send. */
const acceptedForMs = 180 * 86_400_000;

/** Somebody's place in a farm that is not deleted; `removed_at` if he has left. */
export type Membership = Pick<Tables['memberships'], 'role' | 'removed_at'> &
  Pick<Tables['organizations'], 'settings' | 'seq' | 'epoch'>;

/** A caller, with what was read of him at once. */
export interface Known extends Actor {
  /** In the farm that the caller was asked for; null: in none, absent: not asked. */
  readonly membership?: Membership | null;
}

/**
 * The person behind an access token, and his membership of a farm in the same read. Both are read on every call, so that ending one takes effect
 * at once (trust.md row 32).
 */
export async function authenticate(
  db: Db,
  secrets: Secrets,
  token: string,
  now: number,
  organizationId?: string | null,
): Promise<Known & { readonly expiresMs: number }> {
  const claims = await readToken(secrets, 'access', token, now).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.problem.code === 'TOKEN_EXPIRED') await refuseLost(db, secrets, token, now);
    throw error;
  });
  const session = await sessionOf(db, claims.sid, organizationId ?? '');
  if (!session || session.user_id !== claims.sub) return refuse('TOKEN_INVALID');
  if (isLost(session, now)) throw new LostPhone({ userId: claims.sub, sessionId: claims.sid });
  if (session.ended_at) return refuse('SESSION_REVOKED');
  return {
    userId: claims.sub,
    sessionId: claims.sid,
    isSuperAdmin: session.is_super_admin === 1,
    ...(typeof organizationId === 'string' && { membership: membershipIn(session) }),
    expiresMs: claims.expiresMs,
  };
}

const sessionOf = (db: Db, id: string, organizationId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('memberships', (on) =>
      on.onRef('memberships.user_id', '=', 'users.id').on('memberships.organization_id', '=', organizationId),
    )
    .leftJoin('organizations', (on) =>
      on.onRef('organizations.id', '=', 'memberships.organization_id').on('deleted_at', 'is', null),
    )
    .select(['ended_at', 'lost_at', 'sessions.user_id', 'is_super_admin', 'email'])
    .select(['role', 'removed_at', 'settings', 'seq', 'epoch'])
    .where('sessions.id', '=', id)
    .executeTakeFirst();

/** Who has no access records nothing, so nobody can bring a record of his. */
function membershipIn({ email, role, removed_at, settings, seq, epoch }: Session): Membership | null {
  if (role === null || settings === null || seq === null || epoch === null || !hasAddress(email)) return null;
  return { role, removed_at, settings, seq, epoch };
}

type Session = NonNullable<Awaited<ReturnType<typeof sessionOf>>>;

const isLost = ({ lost_at: lostAt }: { readonly lost_at: string | null }, now: number): boolean =>
  lostAt !== null && now - Date.parse(lostAt) <= acceptedForMs;

/** A lost phone gets no new token, so its expired one still identifies it. */
async function refuseLost(db: Db, secrets: Secrets, token: string, now: number): Promise<void> {
  const claims = await readToken(secrets, 'access', token, 0);
  const session = await sessionOf(db, claims.sid, '');
  if (session?.user_id === claims.sub && isLost(session, now))
    throw new LostPhone({ userId: claims.sub, sessionId: claims.sid });
}
