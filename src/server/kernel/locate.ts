import { type Standing, thingOf } from '../../domain/index.ts';
import { remembered } from '../database/remembered.ts';
import type { FarmHead } from '../database/scope.ts';
import { tableOf } from '../database/thing-tables.ts';
import { type Db, rowsWhere } from '../database/tables.ts';
import type { CoreRequest } from './exchange.ts';
import type { Known, Membership } from './authenticate.ts';
import { refuse } from './call.ts';
import { hashOf } from './one-time.ts';
import { anyNoAddress, showsFinance } from './present.ts';
import { isLatePhoto, isLateRecord } from './late.ts';
import { keyOf } from './read-request.ts';
import type { Route } from './routes.ts';

/** The organization of a call and the caller's standing there, read on every call. */
export interface Place extends Standing {
  readonly organizationId: string;
  /** The farm's history when it was looked at. */
  readonly head: Pick<FarmHead, 'seq' | 'epoch'>;
  /** Whether the caller is a former member, whose earlier records alone are accepted. */
  readonly hasLeft: boolean;
}

/** Finds the organization of a call. Another farm's thing and a missing one answer alike: NOT_FOUND. */
export async function locate(
  db: Db,
  route: Route,
  request: CoreRequest,
  actor: Known | null,
  now: number,
): Promise<Place | null> {
  const { body } = request;
  const { farm } = route.endpoint;
  if (farm === null) return null;
  const organizationId = await organizationOf(db, route, body);
  if (!organizationId || !actor) refuse('NOT_FOUND');
  // The token in the invitation lets in; the call itself checks whom it is for.
  if (farm === 'invitation') return await asInvited(db, organizationId);
  const isRead = actor.membership !== undefined && organizationId === farmNamed(route, body);
  const membership = isRead ? actor.membership : await membershipOf(db, organizationId, actor.userId);
  if (!membership) return refuse('NOT_FOUND');
  const { role, settings, removed_at: leftAt, seq, epoch } = membership;
  const head = { seq, epoch };
  if (leftAt === null) return { organizationId, head, role, showsFinance: showsFinance(settings), hasLeft: false };
  const { userId } = actor;
  const isLate =
    isLateRecord(route, body, leftAt, now) || (await isLatePhoto(db, route, { userId, organizationId, leftAt }, now));
  // Deleting what is not there counts as done (product.md §8), so the phone's outbox would take NOT_FOUND as success.
  const wouldBeDone = route.endpoint.method === 'DELETE' && keyOf(request) !== null;
  if (!isLate) return refuse(wouldBeDone ? 'FORBIDDEN' : 'NOT_FOUND');
  return { organizationId, head, role: 'user', showsFinance: false, hasLeft: true };
}

const membershipOf = (db: Db, organizationId: string, userId: string): Promise<Membership | undefined> =>
  remembered(db, `membership ${organizationId} ${userId}`, ['memberships', 'organizations', 'users'], () =>
    rowsWhere(db, 'memberships', { organization_id: organizationId, user_id: userId })
      .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
      .where('deleted_at', 'is', null)
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['role', 'settings', 'removed_at', 'seq', 'epoch'])
      // Who has no access records nothing, so nobody can bring a record of his.
      .where('email', 'not like', anyNoAddress)
      .executeTakeFirst(),
  );

async function asInvited(db: Db, organizationId: string): Promise<Place> {
  const head = await rowsWhere(db, 'organizations', { id: organizationId })
    .select(['seq', 'epoch'])
    .executeTakeFirstOrThrow();
  return { organizationId, head, role: 'user', showsFinance: false, hasLeft: false };
}

/** The organization that a call itself names; null where only what it is about tells. */
export function farmNamed({ endpoint: { farm }, params }: Route, body: unknown): string | null {
  const named =
    farm === 'org' ? params.org : farm === 'body' && (body as { organization_id?: unknown } | null)?.organization_id;
  return typeof named === 'string' && !named.includes('\0') ? named : null;
}

/** The organization of a call; null where the thing is missing. */
export async function organizationOf(db: Db, route: Route, body: unknown): Promise<string | null> {
  const { farm } = route.endpoint;
  if (farm === 'org' || farm === 'body') return farmNamed(route, body);
  if (farm === 'invitation') return await organizationOfInvitation(db, body);
  if (farm === null) return null;
  const row = await db
    .selectFrom(farm === 'movement' ? 'movements' : tableOf(thingOf(farm).table))
    .select('organization_id')
    .where('id', '=', route.params.id ?? '')
    .executeTakeFirst();
  return row?.organization_id ?? null;
}

async function organizationOfInvitation(db: Db, body: unknown): Promise<string | null> {
  const { token } = (body ?? {}) as { readonly token?: unknown };
  if (typeof token !== 'string') return null;
  const row = await rowsWhere(db, 'invitations', { token_hash: await hashOf(token) })
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .where('deleted_at', 'is', null)
    .select('organization_id')
    .executeTakeFirst();
  return row?.organization_id ?? null;
}
