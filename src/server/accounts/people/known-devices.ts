import { createHash, randomBytes } from 'node:crypto';
import type { KnownDeviceRow, StrangerRow } from '../../database/tables-accounts.ts';
import { type Answer, type Call, refuse } from '../../kernel/call.ts';
import {
  type Db,
  deleteWhere,
  insertRows,
  rowsWhere,
  setWhere,
  type Trx,
  type UserRow,
} from '../../database/tables.ts';
import { isoOf } from '../../rows/stored.ts';
import { serverSentences as sentences } from '../../../contract/sentences-server.ts';
import { hasMail } from '../../kernel/present.ts';

/** As many as sessions; the least recently used are forgotten. */
const mostStored = 20;

/** The secret that a device shows, if well-formed. */
const wordOf = ({ knownDevice }: Call): string | null =>
  knownDevice !== null && /^[\w-]{43}$/.test(knownDevice) ? knownDevice : null;

/** A row per person and device, so the database does not show who shares one. */
const idOf = (userId: string, word: string): string =>
  createHash('sha256').update(`${userId} ${word}`).digest('base64url');

/**
 * The calling device, if this person has signed in on it. Knowing an address is not enough to show its secret, so
 * failed tries lock out strangers, not the person (trust.md row 5).
 */
export async function knownDeviceOf(db: Db, call: Call, userId = ''): Promise<KnownDeviceRow | null> {
  const word = wordOf(call);
  if (word === null) return null;
  return (await rowOf(db, idOf(userId, word))) ?? null;
}

const rowOf = (db: Db, id: string): Promise<KnownDeviceRow | undefined> =>
  rowsWhere(db, 'known_devices', { id }).selectAll().executeTakeFirst();

export async function deviceOfSession(db: Db, { actor }: Call): Promise<KnownDeviceRow | null> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('sessions', 'sessions.known_device', 'known_devices.id')
    .selectAll('known_devices')
    .where('sessions.id', '=', actor?.sessionId ?? '')
    .where('known_devices.user_id', '=', actor?.userId ?? '')
    .executeTakeFirst();
  return row ?? null;
}

/** Those of these active sessions that were opened on the calling device, by anybody. */
export async function sessionsOnDevice(
  db: Db,
  call: Call,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly user_id: string }[]> {
  const word = wordOf(call);
  if (word === null) return [];
  const rows = await rowsWhere(db, 'sessions', { ended_at: null })
    .select(['id', 'user_id', 'known_device'])
    .where('id', 'in', ids)
    .execute();
  return rows.filter((row) => row.known_device === idOf(row.user_id, word));
}

/** Remembers a device on sign-in; returns its row's id and its secret, the old one if it has one. */
export async function rememberDevice(
  trx: Trx,
  call: Call,
  userId: string,
): Promise<{ readonly id: string; readonly word: string }> {
  const word = wordOf(call) ?? randomBytes(32).toString('base64url');
  const id = idOf(userId, word);
  const asNew = { failed_logins: 0, blocked_until: null, used_at: isoOf(call) };
  await trx
    .insertInto('known_devices')
    .values({ id, user_id: userId, ...asNew })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(asNew))
    .execute();
  const kept = rowsWhere(trx, 'known_devices', { user_id: userId })
    .select('id')
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(mostStored);
  await deleteWhere(trx, 'known_devices', { user_id: userId }).where('id', 'not in', kept).execute();
  return { id, word };
}

export const forgetDevices = async (trx: Trx, userId: string, except: string | null = null): Promise<void> => {
  await deleteWhere(trx, 'known_devices', { user_id: userId })
    .where('id', '!=', except ?? '')
    .execute();
};

export const forgetDeviceOf = async (trx: Trx, sessionId: string): Promise<void> => {
  await trx
    .deleteFrom('known_devices')
    .where('id', 'in', (of) => of.selectFrom('sessions').select('known_device').where('id', '=', sessionId))
    .execute();
};

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
