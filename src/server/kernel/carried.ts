import { callNames } from '../../contract/endpoints/things.ts';
import { operationHolds, type OperationSeal, type Sealer, textOf, type WireOperation } from '../../contract/seal.ts';
import { serverSentences } from '../../contract/sentences-server.ts';
import { carriedThings, isAtLeast } from '../../domain/index.ts';
import { type Db, rowsWhere } from '../database/tables.ts';
import { anyNoAddress } from './present.ts';
import { Refusal, refuse } from './call.ts';
import type { Place } from './locate.ts';
import type { Route } from './routes.ts';

/** What a member may not bring in another's name. A field record is stored for the office and its phone told so (`kept`). */
export class NotCarried extends Refusal {
  constructor(message: string = serverSentences.notCarried) {
    super({ code: 'FORBIDDEN', message });
  }
}

/** New things, besides movements, that a phone hands over to another. */
const newThings: ReadonlySet<string> = new Set([
  ...carriedThings.map((thing) => callNames(thing).create),
  'createAudit',
  'adjustAsset',
]);

/** Only new field things may be brought for another: only their author can change or delete them. */
const mayBeCarried = ({ name, endpoint }: Route): boolean =>
  endpoint.method === 'POST' && (endpoint.kind !== undefined || newThings.has(name));

/** The calls of what a phone hands over; nothing else that came in another's name is stored. */
const fieldPlaces = new Set(['movement', 'audit', ...carriedThings.map(({ path }) => path)]);
export const isOfField = ({ endpoint: { path } }: Route): boolean => fieldPlaces.has(path.split('/')[2] ?? '');

/** An operation of a batch, with its author's device signature if it has one. */
export interface BroughtOperation extends WireOperation {
  readonly seal?: OperationSeal | undefined;
}

/** Whether a device of its author signed exactly this operation for this farm. A lost phone's key does not count. */
async function isSealedBy(db: Db, sealer: Sealer, operation: BroughtOperation): Promise<boolean> {
  const { seal } = operation;
  if (!seal) return false;
  const key = await rowsWhere(db, 'device_keys', { organization_id: sealer.organizationId })
    .leftJoin('sessions', 'sessions.id', 'device_keys.session_id')
    .select(['device_keys.id', 'public_key', 'lost_at'])
    .where('device_keys.user_id', '=', sealer.author)
    .where('device_keys.id', '=', seal.device_key)
    .executeTakeFirst();
  if (!key || key.lost_at !== null) return false;
  return await operationHolds(key, sealer, textOf(operation), seal);
}

/**
 * The lesser rights of author and carrier. Refuses what is no new field record, what a former member wrote, and what no device of its author
 * signed: the office decides on that.
 */
export async function placeOfBoth(
  db: Db,
  route: Route,
  own: Place,
  { author, brought }: { readonly author: string; readonly brought: BroughtOperation | undefined },
): Promise<Place> {
  if (own.hasLeft) refuse('FORBIDDEN');
  const membership = await rowsWhere(db, 'memberships', { organization_id: own.organizationId, user_id: author })
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['role', 'removed_at'])
    .where('email', 'not like', anyNoAddress)
    .executeTakeFirst();
  if (!membership) return refuse('NOT_FOUND');
  if (membership.removed_at !== null || !mayBeCarried(route)) throw new NotCarried();
  const sealer = { organizationId: own.organizationId, author };
  if (!brought || !(await isSealedBy(db, sealer, brought))) throw new NotCarried(serverSentences.notSealed);
  return { ...own, role: isAtLeast(own.role, membership.role) ? membership.role : own.role };
}
