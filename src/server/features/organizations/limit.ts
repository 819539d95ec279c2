import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { type Call, refuse } from '../../frame/call.ts';

const hourMs = 3_600_000;

/**
 * Notes in the book of events that somebody did this, unless it was too often within the hour: addresses cannot be tried out by the
 * hundred (trust.md row 50). Refuses with RATE_LIMITED.
 */
export async function countInHour(
  call: Call,
  trx: Transaction<Tables>,
  what: string,
  most: number,
  newId: () => string,
): Promise<void> {
  const userId = call.actor?.userId ?? '';
  const rows = await trx
    .selectFrom('security_events')
    .select('at')
    .where('user_id', '=', userId)
    .where('what', '=', what)
    .where('at', '>', new Date(call.now - hourMs).toISOString())
    .orderBy('at')
    .execute();
  const [oldest] = rows;
  if (rows.length >= most && oldest) {
    const waitMs = Date.parse(oldest.at) + hourMs - call.now;
    refuse('RATE_LIMITED', { parts: { retry_after: Math.max(1, Math.ceil(waitMs / 1000)) } });
  }
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
}
