import { randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { OneTimeCodeRow } from '../../database/tables-accounts.ts';
import type { Tables } from '../../database/tables.ts';
import type { Call } from '../../kernel/call.ts';
import { hashCode, isCode } from './passwords.ts';

const lifeMs = 10 * 60_000;
const mostTries = 5;

/** A code's purpose and target; it opens nothing else (trust.md row 39). */
export interface Errand {
  readonly purpose: OneTimeCodeRow['purpose'];
  readonly target: string;
  /** Null for an unknown address. */
  readonly userId: string | null;
  /** A known device (`known-devices.ts`) has its own codes and tries; strangers share theirs. */
  readonly deviceId?: string | null;
}

export interface NewCode {
  readonly code: string;
  readonly hash: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Slow hash: call before the transaction. */
export async function newCode(): Promise<NewCode> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  return { code, hash: await hashCode(code) };
}

/** Stores a code; cancels older ones of the same device. */
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

/** Cancels the unused codes of a person or an address. */
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
 * The row of a right code; null if wrong, expired, used, for something else, or after five tries. The try is counted
 * first and by its own statement, so a thousand guesses at once are five (trust.md row 41). Slow: before the
 * transaction.
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

/** False if another call was faster. */
export async function consumeCode(trx: Transaction<Tables>, row: OneTimeCodeRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('one_time_codes')
    .set({ used_at: iso(now) })
    .where('id', '=', row.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A right try that consumes nothing does not count. */
export async function forgiveTry(trx: Transaction<Tables>, row: OneTimeCodeRow): Promise<void> {
  await trx
    .updateTable('one_time_codes')
    .set((set) => ({ tries: set('tries', '-', 1) }))
    .where('id', '=', row.id)
    .execute();
}
