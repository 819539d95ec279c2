import type { Kysely, Transaction } from 'kysely';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import type { KnownDeviceRow, StrangerRow } from '../../database/tables-accounts.ts';
import type { Tables, UserRow } from '../../database/tables.ts';
import { hasMail } from '../../kernel/access.ts';
import { type Answer, refuse } from '../../kernel/call.ts';

type Failures = Pick<UserRow, 'failed_logins' | 'blocked_until'>;

const dayMs = 86_400_000;
const firstDelayedFailure = 5;
const longestDelayMs = 15 * 60_000;
/** So many failures in a row are no forgetful owner: the password is not taken any more until it is recovered (trust.md row 5). */
const mostFailures = 100;

/**
 * Refuses while an account, or a known device of it, waits after wrong passwords; its sessions go on. `login` must be an address, where a
 * password can be recovered: a stranger could keep out for good who has none.
 */
export function refuseWhileBlocked(user: Failures, login: string, now: number): void {
  const waitMs = user.blocked_until ? Date.parse(user.blocked_until) - now : 0;
  if (user.failed_logins >= mostFailures && hasMail(login))
    refuse('RATE_LIMITED', { message: sentences.resetRequired, parts: { retry_after: longestDelayMs / 1000 } });
  if (waitMs > 0) refuse('RATE_LIMITED', { parts: { retry_after: Math.ceil(waitMs / 1000) } });
}

/** From the fifth failure on every next try waits twice as long, up to a quarter of an hour; the owner's phones go on refreshing. */
function afterFailure(before: Failures, now: number): Failures {
  const failed = before.failed_logins + 1;
  const delayMs =
    failed < firstDelayedFailure ? 0 : Math.min(1000 * 2 ** (failed - firstDelayedFailure), longestDelayMs);
  return { failed_logins: failed, blocked_until: delayMs > 0 ? new Date(now + delayMs).toISOString() : null };
}

/** Counts a wrong password: where it was tried on a device that the person has been in on, of that device, else of the account. */
export async function countFailure(
  trx: Transaction<Tables>,
  user: UserRow,
  device: KnownDeviceRow | null,
  now: number,
): Promise<void> {
  if (device)
    await trx.updateTable('known_devices').set(afterFailure(device, now)).where('id', '=', device.id).execute();
  else await trx.updateTable('users').set(afterFailure(user, now)).where('id', '=', user.id).execute();
}

/** The count of an address, a telephone or a name that nobody has. */
export const strangerBy = (db: Kysely<Tables>, email: string): Promise<StrangerRow | undefined> =>
  db.selectFrom('strangers').selectAll().where('email', '=', email).executeTakeFirst();

/** Counts a try with an address that nobody has: it waits like an account, so that waiting tells nothing. Forgotten after a day. */
export async function countStranger(trx: Transaction<Tables>, email: string, now: number): Promise<void> {
  const before = await strangerBy(trx, email);
  if (before) refuseWhileBlocked(before, email, now);
  const after = { ...afterFailure(before ?? noFailures, now), tried_at: new Date(now).toISOString() };
  if (before) await trx.updateTable('strangers').set(after).where('email', '=', email).execute();
  else
    await trx
      .insertInto('strangers')
      .values({ email, ...after })
      .execute();
  const dayAgo = new Date(now - dayMs).toISOString();
  await trx.deleteFrom('strangers').where('tried_at', '<', dayAgo).execute();
}

/** What a right password, or a new one, does to the count. */
export const noFailures = { failed_logins: 0, blocked_until: null } as const;

/** In the words of what was typed, whether or not somebody has it. */
export const wrongLogin = (login: string): Answer => ({
  refusal: 'WRONG_CREDENTIALS',
  ...(!hasMail(login) && { message: sentences.wrongLogin }),
});
