import { countOf, type Db, insertRows, rowsWhere, type Trx, updateWhere } from '../../database/tables.ts';
import { randomInt } from 'node:crypto';
import type { OneTimeCodeRow } from '../../database/tables-accounts.ts';
import type { Call } from '../../kernel/call.ts';
import type { Outgoing } from '../../messages/outgoing.ts';
import { hashCode, isCode } from './passwords.ts';
import { type EventPorts, noteEvent } from './events.ts';

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

async function keepCode(trx: Trx, call: Call, id: string, errand: Errand, hash: string): Promise<void> {
  const { purpose, target, userId, deviceId = null } = errand;
  await cancelCodes(trx, call.now, { purpose, deviceId, ...(userId === null ? { target } : { userId }) });
  await insertRows(trx, 'one_time_codes', {
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
  });
}

/** Cancels the unused codes of a person or an address. */
export async function cancelCodes(
  trx: Trx,
  now: number,
  of: {
    readonly purpose?: Errand['purpose'];
    readonly target?: string;
    readonly userId?: string;
    readonly deviceId?: string | null;
  },
): Promise<void> {
  let living = updateWhere(trx, 'one_time_codes', { used_at: null }).set({ used_at: iso(now) });
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
  db: Db,
  { purpose, target, userId, deviceId = null }: Errand,
  code: string,
  now: number,
): Promise<OneTimeCodeRow | null> {
  let living = updateWhere(db, 'one_time_codes', { purpose, target, used_at: null })
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('device_id', deviceId === null ? 'is' : '=', deviceId)
    .where('expires_at', '>', iso(now))
    .where('tries', '<', mostTries);
  if (userId !== null) living = living.where('user_id', '=', userId);
  const row = await living.returningAll().executeTakeFirst();
  const isRight = await isCode(row?.code_hash ?? null, code);
  return row && isRight && row.user_id !== null ? row : null;
}

/** False if another call was faster. */
export async function consumeCode(trx: Trx, row: OneTimeCodeRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await updateWhere(trx, 'one_time_codes', { id: row.id, used_at: null })
    .set({ used_at: iso(now) })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A right try that consumes nothing does not count. */
export async function forgiveTry(trx: Trx, row: OneTimeCodeRow): Promise<void> {
  await updateWhere(trx, 'one_time_codes', { id: row.id })
    .set((set) => ({ tries: set('tries', '-', 1) }))
    .execute();
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Limits on codes sent (trust.md rows 41, 42). */
const most = { perTargetInTenMinutes: 3, perTargetInADay: 10, perAddressInADay: 20, messagesInADay: 500 } as const;

/** `capped`: the whole server used up its messages for today. */
interface Held {
  readonly retryAfter: number;
  readonly capped: boolean;
}

/** Why no code may be sent now, or null. The same for addresses with and without account. */
async function heldBack(db: Db, call: Call, { purpose, target, deviceId = null }: Errand): Promise<Held | null> {
  const since = (ms: number): string => new Date(call.now - ms).toISOString();
  const today = await rowsWhere(db, 'one_time_codes', { target })
    .select('created_at')
    .where('device_id', deviceId === null ? 'is' : '=', deviceId)
    .where('created_at', '>', since(dayMs))
    .orderBy('created_at', 'desc')
    .limit(most.perTargetInADay)
    .execute();
  const lately = today.filter((row) => row.created_at > since(10 * minuteMs));
  const oldestLately = lately[most.perTargetInTenMinutes - 1];
  const oldestToday = today[most.perTargetInADay - 1];
  if (oldestToday) return { retryAfter: secondsUntil(oldestToday.created_at, dayMs, call.now), capped: false };
  if (oldestLately)
    return { retryAfter: secondsUntil(oldestLately.created_at, 10 * minuteMs, call.now), capped: false };
  // A known device has its own limit, so others at its address do not lock it out.
  const isStranger = call.address !== null && deviceId === null;
  if (isStranger && (await countSince(db, since(dayMs), { address: call.address })) >= most.perAddressInADay)
    return { retryAfter: 3600, capped: false };
  const isCapped =
    purpose === 'phone' && (await countSince(db, since(dayMs), { purpose: 'phone' })) >= most.messagesInADay;
  return isCapped ? { retryAfter: 3600, capped: true } : null;
}

const secondsUntil = (at: string, windowMs: number, now: number): number =>
  Math.max(1, Math.ceil((Date.parse(at) + windowMs - now) / 1000));

async function countSince(
  db: Db,
  since: string,
  of: { readonly address?: string; readonly purpose?: 'phone' },
): Promise<number> {
  let rows = db.selectFrom('one_time_codes').where('created_at', '>', since);
  if (of.address) rows = rows.where('address', '=', of.address).where('device_id', 'is', null);
  if (of.purpose) rows = rows.where('purpose', '=', of.purpose);
  return await countOf(rows);
}

export interface SendPorts extends EventPorts {
  readonly outgoing: Outgoing;
  /** So that live connections end too. */
  readonly onSessionEnd: (sessionId: string) => void;
}

/** Stores a code and sends it after the commit; returns the refusal if no more may be sent now. */
export async function sendCode(
  call: Call,
  trx: Trx,
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
