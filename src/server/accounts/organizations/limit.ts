import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { type Call, refuse, userOf } from '../../kernel/call.ts';

export interface Limit {
  readonly what: string;
  readonly most: number;
  readonly withinMs: number;
}

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export const hourly = (what: string, most: number): Limit => ({ what, most, withinMs: hourMs });

/** Logs the event; if too often, logs nothing and returns the wait in ms. */
export async function countWithin(
  call: Call,
  trx: Transaction<Tables>,
  { what, most, withinMs }: Limit,
  newId: () => string,
): Promise<number | null> {
  const userId = userOf(call);
  const rows = await trx
    .selectFrom('security_events')
    .select('at')
    .where('user_id', '=', userId)
    .where('what', '=', what)
    .where('at', '>', new Date(call.now - withinMs).toISOString())
    .orderBy('at')
    .execute();
  const [oldest] = rows;
  if (rows.length >= most && oldest) return Date.parse(oldest.at) + withinMs - call.now;
  await trx
    .insertInto('security_events')
    .values({
      id: newId(),
      at: new Date(call.now).toISOString(),
      what,
      user_id: userId,
      session_id: call.actor?.sessionId ?? null,
      address: call.address,
      device: call.userAgent,
    })
    .execute();
  return null;
}

/** Refuses with RATE_LIMITED, so that addresses cannot be tried by the hundred (trust.md row 50). */
export async function refuseTooOften(
  call: Call,
  trx: Transaction<Tables>,
  limit: Limit,
  newId: () => string,
): Promise<void> {
  const waitMs = await countWithin(call, trx, limit, newId);
  if (waitMs !== null) refuse('RATE_LIMITED', { parts: { retry_after: Math.max(1, Math.ceil(waitMs / 1000)) } });
}
