import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import type { KnownDeviceRow, StrangerRow } from '../../database/tables-accounts.ts';
import { type Db, insertRows, rowsWhere, setWhere, type Trx, type UserRow } from '../../database/tables.ts';
import { hasMail } from '../../kernel/access.ts';
import { type Answer, refuse } from '../../kernel/call.ts';

type Failures = Pick<UserRow, 'failed_logins' | 'blocked_until'>;

const dayMs = 86_400_000;
const firstDelayedFailure = 5;
const longestDelayMs = 15 * 60_000;
/** After so many failures in a row the password must be reset (trust.md row 5). */
const mostFailures = 100;

/**
 * Refuses sign-in during the delay after wrong passwords; sessions go on. The reset is asked only of an address:
 * without one, a stranger could lock the person out for good.
 */
export function refuseWhileBlocked(user: Failures, login: string, now: number): void {
  const waitMs = user.blocked_until ? Date.parse(user.blocked_until) - now : 0;
  if (user.failed_logins >= mostFailures && hasMail(login))
    refuse('RATE_LIMITED', { message: sentences.resetRequired, parts: { retry_after: longestDelayMs / 1000 } });
  if (waitMs > 0) refuse('RATE_LIMITED', { parts: { retry_after: Math.ceil(waitMs / 1000) } });
}

/** From the fifth failure on the delay doubles, up to a quarter of an hour. */
function afterFailure(before: Failures, now: number): Failures {
  const failed = before.failed_logins + 1;
  const delayMs =
    failed < firstDelayedFailure ? 0 : Math.min(1000 * 2 ** (failed - firstDelayedFailure), longestDelayMs);
  return { failed_logins: failed, blocked_until: delayMs > 0 ? new Date(now + delayMs).toISOString() : null };
}

/** Counts a wrong password against the known device, else the account. */
export async function countFailure(trx: Trx, user: UserRow, device: KnownDeviceRow | null, now: number): Promise<void> {
  if (device) await setWhere(trx, 'known_devices', { id: device.id }, afterFailure(device, now));
  else await setWhere(trx, 'users', { id: user.id }, afterFailure(user, now));
}

export const strangerBy = (db: Db, email: string): Promise<StrangerRow | undefined> =>
  rowsWhere(db, 'strangers', { email }).selectAll().executeTakeFirst();

/** Counts a try with an unknown login: it is delayed like an account, so delays tell nothing. Forgotten after a day. */
export async function countStranger(trx: Trx, email: string, now: number): Promise<void> {
  const before = await strangerBy(trx, email);
  if (before) refuseWhileBlocked(before, email, now);
  const after = { ...afterFailure(before ?? noFailures, now), tried_at: new Date(now).toISOString() };
  if (before) await setWhere(trx, 'strangers', { email }, after);
  else await insertRows(trx, 'strangers', { email, ...after });
  const dayAgo = new Date(now - dayMs).toISOString();
  await trx.deleteFrom('strangers').where('tried_at', '<', dayAgo).execute();
}

export const noFailures = { failed_logins: 0, blocked_until: null } as const;

/** Worded by what was typed, known or not. */
export const wrongLogin = (login: string): Answer => ({
  refusal: 'WRONG_CREDENTIALS',
  ...(!hasMail(login) && { message: sentences.wrongLogin }),
});
