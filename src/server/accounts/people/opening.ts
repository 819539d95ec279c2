import { type EventPorts, noteEvent } from './events.ts';
import { rememberDevice } from './known-devices.ts';
import { openSession } from './sessions.ts';
import type { Open } from './sign-in.ts';
import type { Secrets } from '../../kernel/tokens.ts';

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
