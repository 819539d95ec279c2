import type { Transaction } from 'kysely';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import type { Tables, UserRow } from '../../database/tables.ts';
import { refuse } from '../../frame/call.ts';

const firstDelayedFailure = 5;
const longestDelayMs = 15 * 60_000;
/** So many failures in a row are no forgetful owner: the password is not taken any more until it is recovered (trust.md row 5). */
const mostFailures = 100;

/** Refuses while an account waits after wrong passwords. The sessions that it has go on. */
export function refuseWhileBlocked(user: UserRow, now: number): void {
  const waitMs = user.blocked_until ? Date.parse(user.blocked_until) - now : 0;
  if (user.failed_logins >= mostFailures)
    refuse('RATE_LIMITED', { message: sentences.resetRequired, parts: { retry_after: longestDelayMs / 1000 } });
  if (waitMs > 0) refuse('RATE_LIMITED', { parts: { retry_after: Math.ceil(waitMs / 1000) } });
}

/** From the fifth failure on every next try waits twice as long, up to a quarter of an hour; the owner's phones go on refreshing. */
export async function countFailure(trx: Transaction<Tables>, user: UserRow, now: number): Promise<void> {
  const failed = user.failed_logins + 1;
  const delayMs =
    failed < firstDelayedFailure ? 0 : Math.min(1000 * 2 ** (failed - firstDelayedFailure), longestDelayMs);
  await trx
    .updateTable('users')
    .set({ failed_logins: failed, blocked_until: delayMs > 0 ? new Date(now + delayMs).toISOString() : null })
    .where('id', '=', user.id)
    .execute();
}

/** What a right password, or a new one, does to the count. */
export const noFailures = { failed_logins: 0, blocked_until: null } as const;
