import type { Db } from '../database/tables.ts';
import { readToken, type Secrets } from './tokens.ts';
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

/** The person behind an access token. The session is read on every call, so that ending one takes effect at once (trust.md row 32). */
export async function authenticate(
  db: Db,
  secrets: Secrets,
  token: string,
  now: number,
): Promise<Actor & { readonly expiresMs: number }> {
  const claims = await readToken(secrets, 'access', token, now).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.problem.code === 'TOKEN_EXPIRED') await refuseLost(db, secrets, token, now);
    throw error;
  });
  const session = await sessionOf(db, claims.sid);
  if (!session || session.user_id !== claims.sub) return refuse('TOKEN_INVALID');
  if (isLost(session, now)) throw new LostPhone({ userId: claims.sub, sessionId: claims.sid });
  if (session.ended_at) return refuse('SESSION_REVOKED');
  return {
    userId: claims.sub,
    sessionId: claims.sid,
    isSuperAdmin: session.is_super_admin === 1,
    expiresMs: claims.expiresMs,
  };
}

const sessionOf = (db: Db, id: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['ended_at', 'lost_at', 'user_id', 'is_super_admin'])
    .where('sessions.id', '=', id)
    .executeTakeFirst();

const isLost = ({ lost_at: lostAt }: { readonly lost_at: string | null }, now: number): boolean =>
  lostAt !== null && now - Date.parse(lostAt) <= acceptedForMs;

/** A lost phone gets no new token, so its expired one still identifies it. */
async function refuseLost(db: Db, secrets: Secrets, token: string, now: number): Promise<void> {
  const claims = await readToken(secrets, 'access', token, 0);
  const session = await sessionOf(db, claims.sid);
  if (session?.user_id === claims.sub && isLost(session, now))
    throw new LostPhone({ userId: claims.sub, sessionId: claims.sid });
}
