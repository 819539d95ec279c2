import { type Known, LostPhone } from './authenticate.ts';
import { type BroughtOperation, placeOfBoth } from './carried.ts';
import type { Committed } from '../database/commit.ts';
import type { Db } from '../database/tables.ts';
import type { CoreRequest } from './exchange.ts';
import { type Actor, refuse, refuseAt } from './call.ts';
import { knownBy, refuseOtherLife } from './life.ts';
import { isLostPhonesPhoto } from './late.ts';
import { farmNamed, locate, type Place } from './locate.ts';
import type { CallLimits } from './limits.ts';
import { bearerOf } from './read-request.ts';
import type { Route } from './routes.ts';
import { serverSentences as sentences } from '../../contract/sentences-server.ts';
import { isAtLeast, may } from '../../domain/index.ts';

export interface AdmitPorts {
  readonly db: Db;
  readonly farmDb: Db;
  readonly now: () => number;
  /** The person behind a bearer token, and his membership of this farm where that is as cheap; throws a Refusal with the token's code. */
  readonly authenticate: (token: string, now: number, organizationId?: string | null) => Promise<Known>;
  readonly onCommit: (committed: Committed) => void;
  /** Rate limits; absent where no call comes from outside. */
  readonly limits?: CallLimits | undefined;
}

/** The batch, or the office's decision to apply, that a request is part of; null: neither. `author`: whose record it is, if not the caller's. */
export type Inside = {
  readonly organizationId: string;
  readonly author: string | null;
  readonly carrier?: string | null;
  readonly brought?: BroughtOperation;
  readonly isDecided: boolean;
} | null;

interface Admitted {
  readonly place: Place | null;
  readonly speaker: Actor | null;
  readonly carrier: string | null;
}

/** Locates and authorizes a call. What one person brings for another has the lesser rights of both. */
export async function admit(ports: AdmitPorts, route: Route, request: CoreRequest, inside: Inside): Promise<Admitted> {
  const now = ports.now();
  const actor = await actorOf(ports, route, request, now);
  const limits = inside === null ? ports.limits : undefined;
  if (actor) refuseTooMany(limits?.byCaller(route, actor, request.body));
  const own = await locate(ports.db, route, request, actor, now);
  if (own) refuseTooMany(limits?.byFarm(route, own.organizationId, request.body));
  if (inside !== null) refuseInBatch(route, own, inside.organizationId);
  const author = inside?.author ?? null;
  if (actor && own && author !== null && !inside?.isDecided && author !== actor.userId) {
    const place = await placeOfBoth(ports.db, route, own, { author, brought: inside?.brought });
    refuseWithoutRight(route, place);
    return { place, speaker: { ...actor, userId: author }, carrier: actor.userId };
  }
  refuseWithoutRight(route, own);
  if (inside === null && own !== null) await refuseOtherLife(ports, knownBy(route, request), own);
  const speaker = actor && author !== null ? { ...actor, userId: author } : actor;
  return { place: own, speaker, carrier: inside?.carrier ?? null };
}

function refuseTooMany(retryAfter: number | null | undefined): void {
  if (typeof retryAfter === 'number') refuse('RATE_LIMITED', { parts: { retry_after: retryAfter } });
}

async function actorOf(ports: AdmitPorts, route: Route, request: CoreRequest, now: number): Promise<Known | null> {
  const { who } = route.endpoint;
  if (who !== 'bearer' && who !== 'super-admin') return null;
  const named = farmNamed(route, request.body);
  const actor = await ports.authenticate(bearerOf(request), now, named).catch(async (error: unknown) => {
    const isAllowed = error instanceof LostPhone && (await isLostPhonesPhoto(ports.db, route, error.actor, now));
    if (!isAllowed) throw error;
    return { ...error.actor, isSuperAdmin: false };
  });
  return who === 'bearer' || actor.isSuperAdmin ? actor : refuse('FORBIDDEN');
}

function refuseWithoutRight({ endpoint: { least, may: asked } }: Route, place: Place | null): void {
  if (least && (!place || !isAtLeast(place.role, least) || (asked && !may(place, asked)))) refuse('FORBIDDEN');
}

/** Refuses operations about another farm than their batch's, and nested batches, which would evade the limits. */
function refuseInBatch(route: Route, place: Place | null, organizationId: string): void {
  if (route.name === 'operations') refuseAt('INVALID_BODY', 'path', sentences.nestedBatch);
  if (place?.organizationId !== organizationId) refuse('NOT_FOUND');
}
