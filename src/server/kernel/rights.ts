import { may } from '../../domain/people/permissions.ts';
import { isAtLeast } from '../../domain/people/roles.ts';
import { refuse } from './call.ts';
import type { Place } from './locate.ts';
import type { Route } from './routes.ts';

/** Refuses a call that asks for more than somebody is in the farm. */
export function refuseWithoutRight({ endpoint: { least, may: asked } }: Route, place: Place | null): void {
  if (least && (!place || !isAtLeast(place.role, least) || (asked && !may(place, asked)))) refuse('FORBIDDEN');
}
