import type { Kysely } from 'kysely';
import type { SessionRow, Tables, UserRow } from '../../database/tables.ts';
import { refuse } from '../../frame/call.ts';
import { lifetimes, readToken, type Secrets, signAccess, signRefresh } from './tokens.ts';

export interface TokenPair {
  readonly token: string;
  readonly refresh_token: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const dayMs = 86_400_000;
const maxSessions = 20;

/** Opens a session: a family of refresh tokens that ends 180 days from now at the latest (trust.md §5). */
export async function openSession(
  db: Kysely<Tables>,
  secrets: Secrets,
  user: Pick<UserRow, 'id' | 'is_super_admin'>,
  context: {
    readonly id: string;
    readonly now: number;
    readonly device: string | null;
    readonly onSessionEnd: (sessionId: string) => void;
  },
): Promise<TokenPair> {
  const session: SessionRow = {
    id: context.id,
    user_id: user.id,
    generation: 0,
    attempt_id: null,
    rotated_at: iso(context.now),
    created_at: iso(context.now),
    last_used_at: iso(context.now),
    ends_at: iso(context.now + lifetimes.absoluteDays * dayMs),
    ended_at: null,
    device: context.device?.slice(0, 200) ?? null,
    forgiven: 0,
    forgiven_since: null,
  };
  await db.insertInto('sessions').values(session).execute();
  for (const oldest of await endOldest(db, user.id, context.now)) context.onSessionEnd(oldest);
  return await pairOf(secrets, session, user, context.now);
}

/** A person has twenty devices at most: the ones used longest ago make room (trust.md row 36). Gives the sessions that ended. */
async function endOldest(db: Kysely<Tables>, userId: string, now: number): Promise<string[]> {
  const living = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .offset(maxSessions)
    .limit(100)
    .execute();
  for (const { id } of living) await endSession(db, id, now);
  return living.map(({ id }) => id);
}

/** Ends a session for good; its tokens answer SESSION_REVOKED from now on. */
export const endSession = async (db: Kysely<Tables>, id: string, now: number): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ ended_at: iso(now) })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
};

async function pairOf(
  secrets: Secrets,
  session: SessionRow,
  user: Pick<UserRow, 'id' | 'is_super_admin'>,
  now: number,
): Promise<TokenPair> {
  const [token, refresh_token] = await Promise.all([
    signAccess(secrets, { id: user.id, isSuperAdmin: user.is_super_admin === 1 }, session.id, now),
    signRefresh(secrets, {
      id: session.id,
      userId: user.id,
      generation: session.generation,
      rotatedMs: Date.parse(session.rotated_at),
      endsMs: Date.parse(session.ends_at),
    }),
  ]);
  return { token, refresh_token };
}

/** What a refresh comes to: a pair, or the end of a family that somebody else is using (the end must be written, so it is no refusal yet). */
export type Rotation = { readonly pair: TokenPair } | { readonly reusedSession: string };

/** The server's rule of trust.md §5, in the transaction of the call. */
export async function rotate(
  db: Kysely<Tables>,
  secrets: Secrets,
  token: string,
  attemptId: string | null,
  now: number,
): Promise<Rotation> {
  const claims = await readToken(secrets.refresh, 'refresh', token, now);
  const session = await db.selectFrom('sessions').selectAll().where('id', '=', claims.sid).executeTakeFirst();
  const user = await db.selectFrom('users').selectAll().where('id', '=', claims.sub).executeTakeFirst();
  if (!session || !user || session.user_id !== user.id) return refuse('TOKEN_INVALID');
  if (session.ended_at) return refuse('SESSION_REVOKED');
  const idleEnd = Date.parse(session.rotated_at) + lifetimes.idleDays * dayMs;
  if (now > Math.min(idleEnd, Date.parse(session.ends_at))) return refuse('SESSION_EXPIRED');
  if (claims.gen === session.generation) return await nextGeneration(db, secrets, session, user, attemptId, now);
  const isParent = claims.gen === session.generation - 1;
  const sameAttempt = attemptId !== null && attemptId === session.attempt_id;
  const inGrace = now - Date.parse(session.rotated_at) <= lifetimes.graceSeconds * 1000;
  // The phone that lost the answer asks for the same child again; a copy of the token has no such attempt.
  if (isParent && (sameAttempt || inGrace)) return { pair: await pairOf(secrets, session, user, now) };
  await endSession(db, session.id, now);
  return { reusedSession: session.id };
}

async function nextGeneration(
  db: Kysely<Tables>,
  secrets: Secrets,
  session: SessionRow,
  user: UserRow,
  attemptId: string | null,
  now: number,
): Promise<Rotation> {
  const next = {
    ...session,
    generation: session.generation + 1,
    attempt_id: attemptId,
    rotated_at: iso(now),
    last_used_at: iso(now),
  };
  await db
    .updateTable('sessions')
    .set({
      generation: next.generation,
      attempt_id: attemptId,
      rotated_at: next.rotated_at,
      last_used_at: next.last_used_at,
    })
    .where('id', '=', session.id)
    .execute();
  return { pair: await pairOf(secrets, next, user, now) };
}
