import { serverSentences as sentences } from '../../contract/sentences-server.ts';
import { isAtLeast, may } from '../../domain/index.ts';
import { refuse, refuseAt } from './call.ts';
import type { Place } from './locate.ts';
import type { Route } from './routes.ts';

/** Refuses a call beyond the caller's rights in the farm. */
export function refuseWithoutRight({ endpoint: { least, may: asked } }: Route, place: Place | null): void {
  if (least && (!place || !isAtLeast(place.role, least) || (asked && !may(place, asked)))) refuse('FORBIDDEN');
}

/** Refuses operations about another farm than their batch's, and nested batches, which would evade the limits. */
export function refuseInBatch(route: Route, place: Place | null, organizationId: string): void {
  if (route.name === 'operations') refuseAt('INVALID_BODY', 'path', sentences.nestedBatch);
  if (place?.organizationId !== organizationId) refuse('NOT_FOUND');
}
