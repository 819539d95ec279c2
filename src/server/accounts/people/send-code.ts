import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Call } from '../../kernel/call.ts';
import type { Outgoing } from '../../messages/outgoing.ts';
import { heldBack } from './code-limits.ts';
import { type Errand, keepCode, type NewCode } from './codes.ts';
import { type EventPorts, noteEvent } from './events.ts';

export interface SendPorts extends EventPorts {
  readonly outgoing: Outgoing;
  /** So that live connections end too. */
  readonly onSessionEnd: (sessionId: string) => void;
}

/** Stores a code and sends it after the commit; returns the refusal if no more may be sent now. */
export async function sendCode(
  call: Call,
  trx: Transaction<Tables>,
  ports: SendPorts,
  errand: Errand,
  made: NewCode,
  deliver: () => unknown,
): Promise<{ readonly refusal: 'RATE_LIMITED'; readonly retry_after: number } | null> {
  const held = await heldBack(trx, call, errand);
  if (held) {
    if (held.capped) await noteEvent(trx, ports, call, 'messages_capped', { userId: errand.userId });
    return { refusal: 'RATE_LIMITED', retry_after: held.retryAfter };
  }
  await keepCode(trx, call, ports.newId(), errand, made.hash);
  call.afterCommit(deliver);
  return null;
}
