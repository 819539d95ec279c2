import type { Transaction } from 'kysely';
import type { Tables, UserRow } from '../../database/tables.ts';
import { type Call, type Handlers, personalWrite, read, type Read, refuse } from '../../frame/call.ts';
import type { Outgoing } from '../../frame/outgoing.ts';
import type { Committed } from '../../database/commit.ts';
import type { SecurityEvent } from './events.ts';
import { endSession, openSession, rotate } from './sessions.ts';
import { signInHandlers } from './sign-in.ts';
import type { Secrets } from './tokens.ts';

export interface AccountPorts {
  readonly secrets: Secrets;
  readonly newId: () => string;
  /** Told when a session ends, so that its live connections end too. */
  readonly onSessionEnd: (sessionId: string) => void;
  /** Told of what goes into the book of events; never a secret. */
  readonly onSecurityEvent: (event: SecurityEvent) => void;
  /** Tells the members of a farm of a commit that was made outside it. */
  readonly announce: (committed: Committed) => void;
  readonly outgoing: Outgoing;
}

const ownSessions: Read = async (call, db) => {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', call.actor?.userId ?? '')
    .where('ended_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .execute();
  const sessions = rows.map(({ id, device, created_at, last_used_at }) => ({
    id,
    device,
    app_version: null,
    created_at,
    last_used_at,
    current: id === call.actor?.sessionId,
  }));
  return { sessions };
};

const ownUser: Read = async (call, db) => {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', call.actor?.userId ?? '')
    .executeTakeFirst();
  if (!user) return refuse('TOKEN_INVALID');
  const { id, email, first_name, last_name, phone } = user;
  return { user: { id, email, first_name, last_name, phone, is_super_admin: user.is_super_admin === 1 } };
};

/** Sign-up, log-in, refresh, log-out and the person's own sessions (product.md §4 Session, trust.md §1.1-1.3). */
export function accountHandlers(ports: AccountPorts): Handlers {
  const { secrets, newId, onSessionEnd } = ports;
  const open = (call: Call, trx: Transaction<Tables>, user: Pick<UserRow, 'id' | 'is_super_admin'>) =>
    openSession(trx, secrets, user, { id: newId(), now: call.now, device: call.userAgent, onSessionEnd });
  return {
    ...signInHandlers(newId, open),
    refreshToken: personalWrite<{ refresh_token: string }>(async (call, trx) => {
      const rotation = await rotate(trx, secrets, call.body.refresh_token, call.key, call.now);
      if ('pair' in rotation) return { ...rotation.pair };
      onSessionEnd(rotation.reusedSession);
      return { refusal: 'SESSION_REUSE' };
    }),
    logOut: personalWrite(async (call, trx) => {
      const sessionId = call.actor?.sessionId ?? '';
      await endSession(trx, sessionId, call.now);
      onSessionEnd(sessionId);
      return {};
    }),
    endSession: personalWrite(async (call, trx) => {
      const id = call.params['id'] ?? '';
      const own = await trx
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', id)
        .where('user_id', '=', call.actor?.userId ?? '')
        .executeTakeFirst();
      if (!own) refuse('NOT_FOUND');
      await endSession(trx, id, call.now);
      onSessionEnd(id);
      return {};
    }),
    sessions: read(ownSessions),
    user: read(ownUser),
  };
}
