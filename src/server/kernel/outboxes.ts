import type { Kysely } from 'kysely';
import { headers as headerNames } from '../../contract/constants.ts';
import type { Tables } from '../database/tables.ts';
import type { CoreRequest } from './exchange.ts';
import type { Call } from './call.ts';
import { problemOf } from './problem-of.ts';

/** A phone that holds more is said to hold so many. */
const most = 99_999;
/** An unchanged word is written again after so long, for the feed asks every half a minute. */
const freshForMs = 600_000;

/** What the header says; null for what says nothing, or no number. */
function waitingOf({ headers }: Pick<CoreRequest, 'headers'>): number | null {
  const said = headers[headerNames.outbox] ?? '';
  return /^\d{1,9}$/.test(said) ? Math.min(Number(said), most) : null;
}

/**
 * Notes how many records of the farm wait on a phone, besides those of this call (trust.md row 86), and after it, so that none counts as
 * arrived that is not. A failed write is left to the phone's next call.
 */
export async function noteOutbox(
  db: Kysely<Tables>,
  { actor, organizationId, now }: Pick<Call, 'actor' | 'organizationId' | 'now'>,
  request: Pick<CoreRequest, 'headers'>,
): Promise<void> {
  const waiting = waitingOf(request);
  if (waiting === null || organizationId === null || actor === null) return;
  const heard_at = new Date(now).toISOString();
  const old = new Date(now - freshForMs).toISOString();
  try {
    await db
      .insertInto('outboxes')
      .values({ organization_id: organizationId, session_id: actor.sessionId, waiting, heard_at })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'session_id'])
          .doUpdateSet({ waiting, heard_at })
          .where((row) => row.or([row('outboxes.waiting', '!=', waiting), row('outboxes.heard_at', '<=', old)])),
      )
      .execute();
  } catch (error) {
    if (problemOf(error).code !== 'DATABASE_UNAVAILABLE') throw error;
  }
}
