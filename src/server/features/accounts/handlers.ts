import type { Transaction } from 'kysely';
import { letters } from '../../../contract/sentences-mail.ts';
import type { Tables } from '../../database/tables.ts';
import {
  type Answer,
  type Call,
  type EndpointHandlers,
  personalWrite,
  read,
  type Read,
  refuse,
} from '../../frame/call.ts';
import { deviceHandlers } from './devices.ts';
import { noteEvent } from './events.ts';
import { deleteAccountHandler } from './farewell.ts';
import { setInitialPasswordHandler } from './initial-password.ts';
import { writeTo } from './notices.ts';
import { opening, type OpeningPorts } from './opening.ts';
import { ownAccountHandlers, type OwnAccountPorts } from './own-account.ts';
import { phoneHandlers } from './phone.ts';
import { recoveryHandlers } from './recovery.ts';
import { endSession, rotate } from './sessions.ts';
import { signInHandlers } from './sign-in.ts';

export type AccountPorts = OwnAccountPorts & OpeningPorts;

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

/** A person's account and sessions (product.md §4 Session, trust.md §1.1-1.4, §5). */
export function accountHandlers(ports: AccountPorts): EndpointHandlers {
  const open = opening(ports);
  return {
    ...signInHandlers(ports, open),
    ...recoveryHandlers(ports),
    ...ownAccountHandlers(ports),
    ...phoneHandlers(ports),
    deleteAccount: deleteAccountHandler(ports),
    setInitialPassword: setInitialPasswordHandler(ports, open),
    refreshToken: personalWrite((call, trx) => refresh(call, trx, ports)),
    logOut: personalWrite(async (call, trx) => {
      const { sessionId = '', userId = null } = call.actor ?? {};
      await endSession(trx, sessionId, call.now);
      await noteEvent(trx, ports, call, 'signed_out', { userId, sessionId });
      call.afterCommit(() => ports.onSessionEnd(sessionId));
      return {};
    }),
    ...deviceHandlers(ports),
    user: read(ownUser),
  };
}

async function refresh(
  call: Call<{ refresh_token: string }>,
  trx: Transaction<Tables>,
  ports: AccountPorts,
): Promise<Answer> {
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
