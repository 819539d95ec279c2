import type { Kysely } from 'kysely';
import type { Tables } from './database/tables.ts';
import { readToken, type Secrets } from './features/accounts/tokens.ts';
import { type Actor, refuse } from './frame/call.ts';

/** The person behind an access token. The session is looked up on every call, so that ending one takes effect at once (trust.md row 32). */
export async function authenticate(
  db: Kysely<Tables>,
  secrets: Secrets,
  token: string,
  now: number,
): Promise<Actor & { readonly expiresMs: number }> {
  const claims = await readToken(secrets.access, 'access', token, now);
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['ended_at', 'user_id', 'is_super_admin'])
    .where('sessions.id', '=', claims.sid)
    .executeTakeFirst();
  if (!session || session.user_id !== claims.sub) return refuse('TOKEN_INVALID');
  if (session.ended_at) return refuse('SESSION_REVOKED');
  return {
    userId: claims.sub,
    sessionId: claims.sid,
    isSuperAdmin: session.is_super_admin === 1,
    expiresMs: claims.expiresMs,
  };
}
