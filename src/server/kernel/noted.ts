import type { Db } from '../database/tables.ts';
import type { Call } from './call.ts';
import type { CoreRequest } from './exchange.ts';
import type { Place } from './locate.ts';
import { noteOutbox } from './outboxes.ts';
import { problemOf } from './problem-of.ts';
import type { Route } from './routes.ts';

/** Openings remembered as written; of more the database is asked again. */
const most = 10_000;

interface Served {
  readonly call: Pick<Call, 'actor' | 'organizationId' | 'now'>;
  readonly route: Route;
  readonly place: Place | null;
  readonly request: Pick<CoreRequest, 'headers'>;
}

/**
 * Notes, after a call, what whoever runs a farm reads of its phones: that a session has opened it as its member, whether or not it reports or
 * records anything (trust.md row 34), and how much waits there. What the database cannot write is left to the next call.
 */
export function notesOn(db: Db): (served: Served) => Promise<void> {
  const noteOpening = openingsOn(db);
  return async (served) => {
    try {
      await noteOpening(served);
      await noteOutbox(db, served.call, served.request);
    } catch (error) {
      if (problemOf(error).code !== 'DATABASE_UNAVAILABLE') throw error;
    }
  };
}

function openingsOn(db: Db): (served: Served) => Promise<void> {
  const noted = new Set<string>();
  return async ({ call: { actor }, route: { endpoint }, place }) => {
    // Who accepts an invitation has not opened the farm yet.
    if (place === null || actor === null || place.hasLeft || endpoint.farm === 'invitation') return;
    const name = `${place.organizationId} ${actor.sessionId}`;
    if (noted.has(name)) return;
    await writeOpening(db, place, actor);
    if (noted.size >= most) noted.clear();
    noted.add(name);
  };
}

async function writeOpening(
  db: Db,
  { organizationId }: Pick<Place, 'organizationId'>,
  { sessionId }: { readonly sessionId: string },
): Promise<void> {
  await db
    .insertInto('openings')
    .columns(['organization_id', 'session_id'])
    .expression((of) =>
      of
        .selectFrom('sessions')
        .select((row) => [row.val(organizationId).as('organization_id'), 'id'])
        .where('id', '=', sessionId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
