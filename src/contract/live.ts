import * as z from 'zod/mini';
import { maybe } from '../domain/schemas.ts';
import { categorySchema } from '../domain/farm/categories.ts';
import { lotSchema } from '../domain/farm/places.ts';
import { movementSchema } from '../domain/movements/movement.ts';
import type { Thing } from '../domain/things/describe.ts';
import { allThings, type ThingName, type things, type ThingTable } from '../domain/things/registry.ts';
import { organizationSchema } from './endpoints/account.ts';
import type { SyncTable } from './endpoints/sync.ts';

/** Effect of a live message on a list (product.md §4). */
type LiveChange = 'put' | 'remove' | 'replace' | 'refetch';

interface LiveAction {
  readonly table: SyncTable;
  readonly change: LiveChange;
  readonly part: string;
  readonly payload: z.ZodMiniType;
}

const action = (table: SyncTable, change: LiveChange, part: string, payload: z.ZodMiniType): LiveAction => ({
  table,
  change,
  part,
  payload: z.looseObject(part === '' ? {} : { [part]: payload }),
});
const put = (table: SyncTable, part: string, row: z.ZodMiniType) => action(table, 'put', part, row);
const remove = (table: SyncTable) => action(table, 'remove', 'id', z.string());
const replace = (table: SyncTable, part: string, row: z.ZodMiniType) => action(table, 'replace', part, z.array(row));
const refetch = (table: SyncTable) => action(table, 'refetch', '', z.unknown());

const ownActions = {
  'update-organization': put('organization', 'organization', organizationSchema),
  'movement-created': put('movements', 'movement', movementSchema),
  'movement-updated': put('movements', 'movement', movementSchema),
  'movement-deleted': remove('movements'),
  'update-movements': replace('movements', 'movements', movementSchema),
  'animal-updated': put('lots', 'lot', lotSchema),
  // The count lacks the rodeo, so the balances are fetched.
  'animal-count-changed': refetch('cells'),
  'categories-sync': replace('categories', 'categories', categorySchema),
  'lots-sync': replace('lots', 'lots', lotSchema),
  'update-lots': replace('lots', 'lots', lotSchema),
} as const satisfies Readonly<Record<string, LiveAction>>;

type Things = typeof things;
/** `note-created`, `rodeo-updated` …, from each thing's declaration. */
type ThingActionName = { [N in ThingName]: `${N}-${keyof Things[N]['news'] & string}` }[ThingName];
export type LiveActionName = keyof typeof ownActions | ThingActionName;

function actionOf({ table, name, row }: Thing<ThingName, ThingTable>, change: string): LiveAction {
  if (change === 'refetch') return refetch(table);
  return change === 'remove' ? remove(table) : put(table, name, row);
}

/** Every live action of product.md §4; server and client derive from it. */
export const liveActions = {
  ...ownActions,
  ...Object.fromEntries(
    allThings.flatMap((thing) =>
      Object.entries(thing.news).map(([act, change]) => [`${thing.name}-${act}`, actionOf(thing, change)]),
    ),
  ),
} as Readonly<Record<LiveActionName, LiveAction>>;

/** Live messages without row or sequence, to those with the right: open screens fetch again. */
export type LiveNotice = 'refused-updated';

/** `seq` and the following need the sync extension. */
export const liveEnvelope = z.looseObject({
  action: z.string(),
  organization_id: z.optional(z.string()),
  seq: z.optional(z.number()),
  prev_seq: z.optional(z.number()),
  mark: z.optional(z.string()),
  epoch: z.optional(z.string()),
  key: maybe(z.string()),
});
