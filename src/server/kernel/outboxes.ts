import { headers as headerNames } from '../../contract/constants.ts';
import type { Db } from '../database/tables.ts';
import type { CoreRequest } from './exchange.ts';
import type { Call } from './call.ts';

const most = 99_999;
/** An unchanged count is rewritten after this: the feed asks every half minute. */
const freshForMs = 600_000;

function waitingOf({ headers }: Pick<CoreRequest, 'headers'>): number | null {
  const said = headers[headerNames.outbox] ?? '';
  return /^\d{1,9}$/.test(said) ? Math.min(Number(said), most) : null;
}

/**
 * Stores how many of the farm's records wait on a phone, besides those of this call (trust.md row 86). Runs after the call, so that none counts
 * as arrived that is not.
 */
export async function noteOutbox(
  db: Db,
  { actor, organizationId, now }: Pick<Call, 'actor' | 'organizationId' | 'now'>,
  request: Pick<CoreRequest, 'headers'>,
): Promise<void> {
  const waiting = waitingOf(request);
  if (waiting === null || organizationId === null || actor === null) return;
  const heard_at = new Date(now).toISOString();
  const old = new Date(now - freshForMs).toISOString();
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
}
