import type { Kysely } from 'kysely';
import { serverSentences } from '../contract/sentences-server.ts';
import { isAtLeast } from '../domain/people/roles.ts';
import type { Tables } from './database/tables.ts';
import { anyNoAddress } from './frame/access.ts';
import { Refusal, refuse } from './frame/call.ts';
import type { Place } from './locate.ts';
import type { Route } from './routes.ts';

/**
 * What a companion may not bring in another's name. Where it is a record of the field it is kept aside for the office, and the phone that
 * brought it is told so (`kept`): its author, and nobody else, can say it himself.
 */
export class NotCarried extends Refusal {
  constructor() {
    super({ code: 'FORBIDDEN', message: serverSentences.notCarried });
  }
}

/** The new things that records in the field are about, or are: whatever a phone hands over to another. */
const newThings: ReadonlySet<string> = new Set([
  'createNote',
  'createTask',
  'createLot',
  'createRodeo',
  'createCampo',
  'createCategory',
  'createAsset',
  'createCycle',
  'createAudit',
  'adjustAsset',
]);

/** Whether one person's phone may bring it in another's name: something new of the field. Changes and deletions are their author's to say. */
const mayBeCarried = ({ name, endpoint }: Route): boolean =>
  endpoint.method === 'POST' && (endpoint.kind !== undefined || newThings.has(name));

/** The calls of what a phone hands over: of nothing else is anything kept that came in another's name. */
const fieldPlaces = new Set([
  'movement',
  'lot',
  'rodeo',
  'campo',
  'animal-categories',
  'asset',
  'audit',
  'note',
  'task',
  'reproductive-cycle',
]);
export const isOfField = ({ endpoint: { path } }: Route): boolean => fieldPlaces.has(path.split('/')[2] ?? '');

/**
 * Where somebody brings the record of another, with the lesser standing of both: a name on a record lends nobody its rights. Refuses what
 * is no new record of the field, and what is of somebody who left: that is for the office to decide.
 */
export async function placeOfBoth(db: Kysely<Tables>, route: Route, own: Place, author: string): Promise<Place> {
  if (own.hasLeft) refuse('FORBIDDEN');
  const membership = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['role', 'removed_at'])
    .where('organization_id', '=', own.organizationId)
    .where('user_id', '=', author)
    .where('email', 'not like', anyNoAddress)
    .executeTakeFirst();
  if (!membership) return refuse('NOT_FOUND');
  if (membership.removed_at !== null || !mayBeCarried(route)) throw new NotCarried();
  return { ...own, role: isAtLeast(own.role, membership.role) ? membership.role : own.role };
}
