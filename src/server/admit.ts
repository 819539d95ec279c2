import type { Kysely } from 'kysely';
import { may } from '../domain/people/permissions.ts';
import { isAtLeast } from '../domain/people/roles.ts';
import { LostPhone } from './authenticate.ts';
import { refuseInBatch } from './batch.ts';
import { placeOfBoth } from './carried.ts';
import type { Committed } from './database/commit.ts';
import type { Tables } from './database/tables.ts';
import type { CoreRequest } from './exchange.ts';
import { type Actor, refuse } from './frame/call.ts';
import { knownBy, refuseOtherLife } from './life.ts';
import { isLostPhonesPhoto } from './late.ts';
import { locate, type Place } from './locate.ts';
import { bearerOf } from './read-request.ts';
import type { Route } from './routes.ts';

export interface AdmitPorts {
  /** Sees every farm. */
  readonly db: Kysely<Tables>;
  /** Sees the farm that a transaction names. */
  readonly farmDb: Kysely<Tables>;
  readonly now: () => number;
  /** The person behind a bearer token; throws a Refusal with a token's code. */
  readonly authenticate: (token: string, now: number) => Promise<Actor>;
  /** Told of every commit, after it. */
  readonly onCommit: (committed: Committed) => void;
}

/**
 * What a request came in: a batch of an organization, or the decision of its office to apply it. Null: alone. `author`: whose record
 * it is, where that is not who calls.
 */
export type Inside = {
  readonly organizationId: string;
  readonly author: string | null;
  /** Who brought what the office decides on, where that was not its author. */
  readonly carrier?: string | null;
  readonly isDecided: boolean;
} | null;

/** Where a call takes place, in whose name, and who brought it where that is somebody else. */
interface Admitted {
  readonly place: Place | null;
  readonly speaker: Actor | null;
  readonly carrier: string | null;
}

/** Where the call takes place and in whose name. What one person brings for another is judged by the lesser standing of both. */
export async function admit(ports: AdmitPorts, route: Route, request: CoreRequest, inside: Inside): Promise<Admitted> {
  const now = ports.now();
  const actor = await actorOf(ports, route, request, now);
  const own = await locate(ports.db, route, request, actor, now);
  if (inside !== null) refuseInBatch(route, own, inside.organizationId);
  if (actor && own && inside?.author && !inside.isDecided && inside.author !== actor.userId) {
    const place = await placeOfBoth(ports.db, route, own, inside.author);
    refuseWithoutRight(route, place);
    return { place, speaker: { ...actor, userId: inside.author }, carrier: actor.userId };
  }
  refuseWithoutRight(route, own);
  if (inside === null && own !== null) await refuseOtherLife(ports, knownBy(route, request), own);
  const speaker = actor && inside?.author ? { ...actor, userId: inside.author } : actor;
  return { place: own, speaker, carrier: inside?.carrier ?? null };
}

function refuseWithoutRight({ endpoint: { least, may: asked } }: Route, place: Place | null): void {
  if (least && (!place || !isAtLeast(place.role, least) || (asked && !may(place, asked)))) refuse('FORBIDDEN');
}

/** Who calls, as the call asks for it; null where it asks for nobody. */
async function actorOf(ports: AdmitPorts, route: Route, request: CoreRequest, now: number): Promise<Actor | null> {
  const { who } = route.endpoint;
  if (who !== 'bearer' && who !== 'super-admin') return null;
  const actor = await ports.authenticate(bearerOf(request), now).catch(async (error: unknown) => {
    const isHeard = error instanceof LostPhone && (await isLostPhonesPhoto(ports.db, route, error.actor, now));
    if (!isHeard) throw error;
    return { ...error.actor, isSuperAdmin: false };
  });
  return who === 'bearer' || actor.isSuperAdmin ? actor : refuse('FORBIDDEN');
}
