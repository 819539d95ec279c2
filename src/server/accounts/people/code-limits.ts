import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Call } from '../../kernel/call.ts';
import type { Errand } from './codes.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Limits on codes sent (trust.md rows 41, 42). */
const most = { perTargetInTenMinutes: 3, perTargetInADay: 10, perAddressInADay: 20, messagesInADay: 500 } as const;

/** `capped`: the whole server used up its messages for today. */
export interface Held {
  readonly retryAfter: number;
  readonly capped: boolean;
}

/** Why no code may be sent now, or null. The same for addresses with and without account. */
export async function heldBack(
  db: Kysely<Tables>,
  call: Call,
  { purpose, target, deviceId = null }: Errand,
): Promise<Held | null> {
  const since = (ms: number): string => new Date(call.now - ms).toISOString();
  const today = await db
    .selectFrom('one_time_codes')
    .select('created_at')
    .where('target', '=', target)
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
  db: Kysely<Tables>,
  since: string,
  of: { readonly address?: string; readonly purpose?: 'phone' },
): Promise<number> {
  let rows = db
    .selectFrom('one_time_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('created_at', '>', since);
  if (of.address) rows = rows.where('address', '=', of.address).where('device_id', 'is', null);
  if (of.purpose) rows = rows.where('purpose', '=', of.purpose);
  const { count } = await rows.executeTakeFirstOrThrow();
  return Number(count);
}
