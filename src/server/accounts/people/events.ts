import type { Transaction } from 'kysely';
import type { SecurityEventRow } from '../../database/tables-accounts.ts';
import type { Tables } from '../../database/tables.ts';
import type { Call } from '../../kernel/call.ts';

/** A security event, stored and logged (trust.md row 8). Never with a password, token or code. */
export type SecurityEvent = Readonly<SecurityEventRow>;

type What =
  | 'signed_up'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'session_ended'
  | 'phone_lost'
  | 'session_reused'
  | 'session_often_forgiven'
  | 'sessions_over_limit'
  | 'recovery_asked'
  | 'password_reset'
  | 'password_changed'
  | 'password_wrong'
  | 'initial_password_set'
  | 'joined_invited'
  | 'email_changed'
  | 'phone_changed'
  | 'account_deleted'
  | 'messages_capped';

export interface EventPorts {
  readonly newId: () => string;
  readonly onSecurityEvent: (event: SecurityEvent) => void;
}

/** Stores an event in the transaction, and logs it after the commit. */
export async function noteEvent(
  trx: Transaction<Tables>,
  { newId, onSecurityEvent }: EventPorts,
  call: Call,
  what: What,
  about: { readonly userId: string | null; readonly sessionId?: string | null },
): Promise<void> {
  const event: SecurityEventRow = {
    id: newId(),
    at: new Date(call.now).toISOString(),
    what,
    user_id: about.userId,
    session_id: about.sessionId ?? call.actor?.sessionId ?? null,
    address: call.address,
    device: call.userAgent?.slice(0, 200) ?? null,
  };
  await trx.insertInto('security_events').values(event).execute();
  call.afterCommit(() => onSecurityEvent(event));
}
