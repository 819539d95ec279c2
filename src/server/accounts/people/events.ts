import type { SecurityEventRow } from '../../database/tables-accounts.ts';
import { type Committed, commitWithoutCall } from '../../database/commit.ts';
import type { Call } from '../../kernel/call.ts';
import { hasMail } from '../../kernel/present.ts';
import type { Outgoing } from '../../messages/outgoing.ts';
import { insertRows, rowsWhere, type Trx } from '../../database/tables.ts';
import { isoOf } from '../../rows/stored.ts';

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
  trx: Trx,
  { newId, onSecurityEvent }: EventPorts,
  call: Call,
  what: What,
  about: { readonly userId: string | null; readonly sessionId?: string | null },
): Promise<void> {
  const event: SecurityEventRow = {
    id: newId(),
    at: isoOf(call),
    what,
    user_id: about.userId,
    session_id: about.sessionId ?? call.actor?.sessionId ?? null,
    address: call.address,
    device: call.userAgent?.slice(0, 200) ?? null,
  };
  await insertRows(trx, 'security_events', event);
  call.afterCommit(() => onSecurityEvent(event));
}

interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** Mails after the commit (trust.md row 9), if the person has an address. */
export const writeTo = (call: Call, outgoing: Outgoing, to: string, letter: Letter): void => {
  if (hasMail(to)) call.afterCommit(() => outgoing.mail({ to, ...letter }));
};

/** Puts a changed person into the feeds of his farms and broadcasts it after the commit. */
export async function tellFarms(
  call: Call,
  trx: Trx,
  announce: (committed: Committed) => void,
  userId: string,
): Promise<void> {
  const farms = await rowsWhere(trx, 'memberships', { user_id: userId, removed_at: null })
    .select('organization_id')
    .orderBy('organization_id')
    .execute();
  for (const { organization_id } of farms) {
    const committed = await commitWithoutCall(trx, organization_id, {
      touched: [{ table: 'members', rowId: userId }],
      // No payload: each phone fetches what its role may see.
      announcements: [{ action: 'update-organization', payload: {} }],
      nowMs: call.now,
    });
    call.afterCommit(() => announce(committed));
  }
}
