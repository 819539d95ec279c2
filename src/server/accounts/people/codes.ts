import { randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { OneTimeCodeRow } from '../../database/tables-accounts.ts';
import type { Tables } from '../../database/tables.ts';
import type { Call } from '../../kernel/call.ts';
import { hashCode, isCode } from './passwords.ts';

const lifeMs = 10 * 60_000;
const mostTries = 5;

/** What a code is for, and where it goes. A code of one purpose or one address opens nothing else (trust.md row 39). */
export interface Errand {
  readonly purpose: OneTimeCodeRow['purpose'];
  readonly target: string;
  /** Whose code it is; null where nobody has the address. */
  readonly userId: string | null;
  /** The known device that asks (`known-devices.ts`): its codes and tries are its own, strangers' are all of one kind. */
  readonly deviceId?: string | null;
}

/** A code and what is kept of it. */
export interface NewCode {
  readonly code: string;
  readonly hash: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Thinks up a code and hashes it: slow, so before the transaction. */
export async function newCode(): Promise<NewCode> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  return { code, hash: await hashCode(code) };
}

/** Keeps a code; the newest cancels the older ones of the same device. */
export async function keepCode(
  trx: Transaction<Tables>,
  call: Call,
  id: string,
  errand: Errand,
  hash: string,
): Promise<void> {
  const { purpose, target, userId, deviceId = null } = errand;
  await cancelCodes(trx, call.now, { purpose, deviceId, ...(userId === null ? { target } : { userId }) });
  await trx
    .insertInto('one_time_codes')
    .values({
      id,
      purpose,
      target,
      user_id: userId,
      code_hash: hash,
      tries: 0,
      device_id: deviceId,
      address: call.address,
      created_at: iso(call.now),
      expires_at: iso(call.now + lifeMs),
      used_at: null,
    })
    .execute();
}

/** Makes the living codes of a person, or of an address, worthless. */
export async function cancelCodes(
  trx: Transaction<Tables>,
  now: number,
  of: {
    readonly purpose?: Errand['purpose'];
    readonly target?: string;
    readonly userId?: string;
    readonly deviceId?: string | null;
  },
): Promise<void> {
  let living = trx
    .updateTable('one_time_codes')
    .set({ used_at: iso(now) })
    .where('used_at', 'is', null);
  if (of.purpose) living = living.where('purpose', '=', of.purpose);
  if (of.target) living = living.where('target', '=', of.target);
  if (of.userId) living = living.where('user_id', '=', of.userId);
  if (of.deviceId !== undefined) living = living.where('device_id', of.deviceId === null ? 'is' : '=', of.deviceId);
  await living.execute();
}

/**
 * The code's row when these figures are the ones that were sent; null when they are not, when it is too late, used, of another errand, or
 * after five tries. A try is counted before it is judged, by a statement of its own: a thousand guesses at once are five (trust.md row 41).
 * Slow: before the transaction.
 */
export async function judgeCode(
  db: Kysely<Tables>,
  { purpose, target, userId, deviceId = null }: Errand,
  code: string,
  now: number,
): Promise<OneTimeCodeRow | null> {
  let living = db
    .updateTable('one_time_codes')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('device_id', deviceId === null ? 'is' : '=', deviceId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', iso(now))
    .where('tries', '<', mostTries);
  if (userId !== null) living = living.where('user_id', '=', userId);
  const row = await living.returningAll().executeTakeFirst();
  const isRight = await isCode(row?.code_hash ?? null, code);
  return row && isRight && row.user_id !== null ? row : null;
}

/** Uses a code up. False when another call was faster. */
export async function consumeCode(trx: Transaction<Tables>, row: OneTimeCodeRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('one_time_codes')
    .set({ used_at: iso(now) })
    .where('id', '=', row.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A right try that uses nothing up is no try. */
export async function forgiveTry(trx: Transaction<Tables>, row: OneTimeCodeRow): Promise<void> {
  await trx
    .updateTable('one_time_codes')
    .set((set) => ({ tries: set('tries', '-', 1) }))
    .where('id', '=', row.id)
    .execute();
}
