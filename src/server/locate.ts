import type { Kysely } from 'kysely';
import type { Standing } from '../domain/people/permissions.ts';
import type { Tables } from './database/tables.ts';
import { type Actor, refuse } from './frame/call.ts';
import { showsFinance } from './frame/present.ts';
import type { Route } from './routes.ts';

/** Where a call takes place: the organization and what the caller is there, read from the database on every call. */
export interface Place extends Standing {
  readonly organizationId: string;
}

/** Finds the organization that a call is about. Another one's thing and none at all answer alike: NOT_FOUND. */
export async function locate(
  db: Kysely<Tables>,
  route: Route,
  body: unknown,
  actor: Actor | null,
): Promise<Place | null> {
  const { farm } = route.endpoint;
  if (farm === null) return null;
  const organizationId = await organizationOf(db, route, body);
  if (!organizationId || !actor) refuse('NOT_FOUND');
  const membership = await db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['role', 'settings'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', actor.userId)
    .where('removed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!membership) return refuse('NOT_FOUND');
  return { organizationId, role: membership.role, showsFinance: showsFinance(membership.settings) };
}

async function organizationOf(db: Kysely<Tables>, route: Route, body: unknown): Promise<string | null> {
  const { farm } = route.endpoint;
  if (farm === 'org') return route.params['org'] ?? null;
  if (farm === 'body') {
    const named = (body as { organization_id?: unknown } | null)?.organization_id;
    return typeof named === 'string' ? named : null;
  }
  const table = farm === 'lot' ? 'lots' : 'movements';
  const row = await db
    .selectFrom(table)
    .select('organization_id')
    .where('id', '=', route.params['id'] ?? '')
    .executeTakeFirst();
  return row?.organization_id ?? null;
}
