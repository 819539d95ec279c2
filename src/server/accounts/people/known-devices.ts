import { createHash, randomBytes } from 'node:crypto';
import type { KnownDeviceRow } from '../../database/tables-accounts.ts';
import type { Call } from '../../kernel/call.ts';
import { type Db, deleteWhere, rowsWhere, type Trx } from '../../database/tables.ts';
import { isoOf } from '../../rows/stored.ts';

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
