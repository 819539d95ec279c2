import type { Transaction } from 'kysely';
import { letters } from '../../../contract/sentences-mail.ts';
import type { Tables } from '../../database/tables.ts';
import { type Answer, type Call, type EndpointHandlers, personalWrite } from '../../kernel/call.ts';
import { noteEvent } from './events.ts';
import { writeTo } from './notices.ts';
import type { OpeningPorts } from './opening.ts';
import type { OwnAccountPorts } from './own-account.ts';
import { endSession, rotate } from './sessions.ts';

type Ports = OwnAccountPorts & OpeningPorts;

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

async function refresh(call: Call<{ refresh_token: string }>, trx: Transaction<Tables>, ports: Ports): Promise<Answer> {
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
