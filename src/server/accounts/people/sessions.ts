import { letters } from '../../../contract/sentences-mail.ts';
import {
  type Db,
  insertRows,
  rowsWhere,
  type SessionRow,
  setWhere,
  type Trx,
  type UserRow,
} from '../../database/tables.ts';
import {
  type Answer,
  type Call,
  type CallTo,
  type EndpointHandlers,
  personalWrite,
  refuse,
} from '../../kernel/call.ts';
import { lifetimesOf, readToken, type Secrets, signAccess, signRefresh } from '../../kernel/tokens.ts';
import { type EventPorts, noteEvent, writeTo } from './events.ts';
import { rememberDevice } from './known-devices.ts';
import type { SendPorts } from './codes.ts';

interface TokenPair {
  readonly token: string;
  readonly refresh_token: string;
}

/** Opens a session for an authenticated person; returns its tokens and the device's secret. */
export type Open = (
  call: Call,
  trx: Trx,
  user: Pick<UserRow, 'id' | 'is_super_admin'>,
) => Promise<Readonly<Record<'token' | 'refresh_token' | 'known_device', string>>>;

const iso = (ms: number): string => new Date(ms).toISOString();
const dayMs = 86_400_000;
const maxSessions = 20;
const graceMs = 60_000;
const mostForgiven = 5;

/** Opens a session: a family of refresh tokens, for 180 days at most, a super admin's for seven (trust.md §5). */
async function openSession(
  db: Db,
  secrets: Secrets,
  user: Pick<UserRow, 'id' | 'is_super_admin'>,
  context: {
    readonly id: string;
    readonly now: number;
    readonly device: string | null;
    readonly appVersion: string | null;
    readonly knownDevice: string;
    /** For each session evicted. */
    readonly onOldestEnded: (sessionId: string) => Promise<void>;
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
    ends_at: iso(context.now + lifetimesOf(user.is_super_admin === 1).absoluteDays * dayMs),
    ended_at: null,
    device: context.device?.slice(0, 200) ?? null,
    app_version: context.appVersion,
    forgiven: 0,
    forgiven_since: null,
    lost_at: null,
    lost_by: null,
    known_device: context.knownDevice,
  };
  await insertRows(db, 'sessions', session);
  for (const oldest of await endOldest(db, user.id, context.now)) await context.onOldestEnded(oldest);
  return await pairOf(secrets, session, user, context.now);
}

/** Twenty devices per person: the least recently used end (trust.md row 36). Returns their sessions. */
async function endOldest(db: Db, userId: string, now: number): Promise<string[]> {
  const living = await rowsWhere(db, 'sessions', { user_id: userId, ended_at: null })
    .select('id')
    .orderBy('last_used_at', 'desc')
    .offset(maxSessions)
    .limit(100)
    .execute();
  for (const { id } of living) await endSession(db, id, now);
  return living.map(({ id }) => id);
}

/** Its tokens answer SESSION_REVOKED from now on. */
export const endSession = async (db: Db, id: string, now: number): Promise<void> => {
  await setWhere(db, 'sessions', { id, ended_at: null }, { ended_at: iso(now) });
};

async function pairOf(
  secrets: Secrets,
  session: SessionRow,
  user: Pick<UserRow, 'id' | 'is_super_admin'>,
  now: number,
): Promise<TokenPair> {
  const [token, refresh_token] = await Promise.all([
    signAccess(secrets, { id: session.id, userId: user.id, generation: session.generation }, now),
    signRefresh(secrets, {
      id: session.id,
      userId: user.id,
      generation: session.generation,
      rotatedMs: Date.parse(session.rotated_at),
      endsMs: Math.min(idleEndOf(session, user), Date.parse(session.ends_at)),
    }),
  ]);
  return { token, refresh_token };
}

const idleEndOf = (session: SessionRow, user: Pick<UserRow, 'is_super_admin'>): number =>
  Date.parse(session.rotated_at) + lifetimesOf(user.is_super_admin === 1).idleDays * dayMs;

/**
 * The result of a refresh. A reused family ends, which must be written. `isStrange`: the old token was forgiven
 * suspiciously often.
 */
type Rotation =
  | { readonly pair: TokenPair; readonly user: UserRow; readonly session: SessionRow; readonly isStrange: boolean }
  | { readonly reusedSession: string; readonly user: UserRow }
  | { readonly isAhead: true };

/** Token rotation by trust.md §5. */
async function rotate(
  db: Db,
  secrets: Secrets,
  token: string,
  { key: attemptId, now, appVersion }: Pick<Call, 'key' | 'now' | 'appVersion'>,
): Promise<Rotation> {
  const claims = await readToken(secrets, 'refresh', token, now);
  const session = await rowsWhere(db, 'sessions', { id: claims.sid }).selectAll().executeTakeFirst();
  const user = await rowsWhere(db, 'users', { id: claims.sub }).selectAll().executeTakeFirst();
  // Signed by us, and sessions are never deleted: this database was restored from before it.
  if (!session || !user) return refuse('SESSION_AHEAD');
  if (session.user_id !== user.id) return refuse('TOKEN_INVALID');
  if (session.lost_at) return refuse('SESSION_LOST');
  if (session.ended_at) return refuse('SESSION_REVOKED');
  if (now > Math.min(idleEndOf(session, user), Date.parse(session.ends_at))) return refuse('SESSION_EXPIRED');
  if (claims.gen === session.generation) {
    const used = { attempt_id: attemptId, rotated_at: iso(now), last_used_at: iso(now), app_version: appVersion };
    const pair = await nextGeneration(db, secrets, session, user, used);
    return { pair, user, session, isStrange: false };
  }
  if (claims.gen > session.generation) {
    // Or a holder of an older token could go on in its place, as the newest.
    await endSession(db, session.id, now);
    return { isAhead: true };
  }
  const isParent = claims.gen === session.generation - 1;
  const sameAttempt = attemptId !== null && attemptId === session.attempt_id;
  const inGrace = now - Date.parse(session.rotated_at) <= graceMs;
  // The phone that lost the answer retries with its attempt id; a stolen token has none.
  if (isParent && (sameAttempt || inGrace)) {
    const isStrange = !sameAttempt && (await countForgiveness(db, session, now));
    return { pair: await pairOf(secrets, session, user, now), user, session, isStrange };
  }
  await endSession(db, session.id, now);
  return { reusedSession: session.id, user };
}

/** True at more than the five a day that two tabs explain. */
async function countForgiveness(db: Db, session: SessionRow, now: number): Promise<boolean> {
  const isNewDay = !session.forgiven_since || now - Date.parse(session.forgiven_since) > dayMs;
  const forgiven = isNewDay ? 1 : session.forgiven + 1;
  await setWhere(
    db,
    'sessions',
    { id: session.id },
    { forgiven, forgiven_since: isNewDay ? iso(now) : session.forgiven_since },
  );
  return forgiven === mostForgiven + 1;
}

async function nextGeneration(
  db: Db,
  secrets: Secrets,
  session: SessionRow,
  user: UserRow,
  used: Pick<SessionRow, 'attempt_id' | 'rotated_at' | 'last_used_at' | 'app_version'>,
): Promise<TokenPair> {
  const turned = { ...used, generation: session.generation + 1 };
  await setWhere(db, 'sessions', { id: session.id }, turned);
  return await pairOf(secrets, { ...session, ...turned }, user, Date.parse(used.last_used_at));
}

export interface OpeningPorts extends EventPorts {
  readonly secrets: Secrets;
  readonly onSessionEnd: (sessionId: string) => void;
}

/** Opens a session and remembers its device. */
export const opening =
  (ports: OpeningPorts): Open =>
  async (call, trx, user) => {
    const known = await rememberDevice(trx, call, user.id);
    const pair = await openSession(trx, ports.secrets, user, {
      id: ports.newId(),
      now: call.now,
      device: call.userAgent,
      appVersion: call.appVersion,
      knownDevice: known.id,
      onOldestEnded: async (sessionId) => {
        await noteEvent(trx, ports, call, 'sessions_over_limit', { userId: user.id, sessionId });
        call.afterCommit(() => ports.onSessionEnd(sessionId));
      },
    });
    return { ...pair, known_device: known.word };
  };

type Ports = SendPorts & OpeningPorts;

/** Refresh and sign-out (trust.md §5). */
export const sessionHandlers = (ports: Ports): EndpointHandlers => ({
  refreshToken: personalWrite((call, trx) => refresh(call, trx, ports)),
  logOut: personalWrite(async (call, trx) => {
    const { sessionId = '', userId = null } = call.actor ?? {};
    await endSession(trx, sessionId, call.now);
    await noteEvent(trx, ports, call, 'signed_out', { userId, sessionId });
    call.afterCommit(() => ports.onSessionEnd(sessionId));
    return {};
  }),
});

async function refresh(call: CallTo<'refreshToken'>, trx: Trx, ports: Ports): Promise<Answer> {
  const rotation = await rotate(trx, ports.secrets, call.body.refresh_token, call);
  if ('isAhead' in rotation) return { refusal: 'SESSION_AHEAD' };
  const { user } = rotation;
  if ('pair' in rotation) {
    const about = { userId: user.id, sessionId: rotation.session.id };
    if (rotation.isStrange) await noteEvent(trx, ports, call, 'session_often_forgiven', about);
    return { ...rotation.pair };
  }
  const { reusedSession } = rotation;
  await noteEvent(trx, ports, call, 'session_reused', { userId: user.id, sessionId: reusedSession });
  call.afterCommit(() => ports.onSessionEnd(reusedSession));
  writeTo(call, ports.outgoing, user.email, letters.sessionReused);
  return { refusal: 'SESSION_REUSE' };
}
