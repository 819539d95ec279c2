import * as z from 'zod/mini';
import { categorySchema } from '../domain/farm/categories.ts';
import { lotSchema } from '../domain/farm/places.ts';
import { movementSchema } from '../domain/movements/movement.ts';
import { assetSchema } from '../domain/supplies/asset.ts';
import { cycleSchema } from '../domain/office/cycles.ts';
import { noteSchema } from '../domain/office/notes.ts';
import { taskSchema } from '../domain/office/tasks.ts';
import { organizationSchema } from './endpoints/account.ts';
import type { SyncTable } from './endpoints/sync.ts';

/** How a live message changes a list (product.md §4): insert or replace by id, delete by id, replace it whole, or fetch it again. */
type LiveChange = 'put' | 'remove' | 'replace' | 'refetch';

interface LiveAction {
  readonly table: SyncTable;
  readonly change: LiveChange;
  /** The part of the message that carries the row, the rows or the id. */
  readonly part: string;
  readonly payload: z.ZodMiniType;
}

const put = (table: SyncTable, part: string, row: z.ZodMiniType): LiveAction => ({
  table,
  change: 'put',
  part,
  payload: z.looseObject({ [part]: row }),
});
const remove = (table: SyncTable): LiveAction => ({
  table,
  change: 'remove',
  part: 'id',
  payload: z.looseObject({ id: z.string() }),
});
const replace = (table: SyncTable, part: string, row: z.ZodMiniType): LiveAction => ({
  table,
  change: 'replace',
  part,
  payload: z.looseObject({ [part]: z.array(row) }),
});
const refetch = (table: SyncTable): LiveAction => ({ table, change: 'refetch', part: '', payload: z.looseObject({}) });

/** Every live action of product.md §4: its payload, the list it touches, and how. Both sides are derived from this table. */
export const liveActions = {
  'update-organization': put('organization', 'organization', organizationSchema),
  'lot-created': put('lots', 'lot', lotSchema),
  'lot-updated': put('lots', 'lot', lotSchema),
  'lot-deleted': remove('lots'),
  'lots-sync': replace('lots', 'lots', lotSchema),
  'update-lots': replace('lots', 'lots', lotSchema),
  'movement-created': put('movements', 'movement', movementSchema),
  'movement-updated': put('movements', 'movement', movementSchema),
  'movement-deleted': remove('movements'),
  'update-movements': replace('movements', 'movements', movementSchema),
  'animal-updated': put('lots', 'lot', lotSchema),
  // A count alone says nothing of rodeos: the balances are fetched.
  'animal-count-changed': refetch('cells'),
  'category-created': put('categories', 'category', categorySchema),
  'category-updated': put('categories', 'category', categorySchema),
  'category-deleted': remove('categories'),
  'categories-sync': replace('categories', 'categories', categorySchema),
  // Newer things, in the same shape (wire.md §Live).
  'asset-created': put('assets', 'asset', assetSchema),
  'asset-updated': put('assets', 'asset', assetSchema),
  'asset-deleted': remove('assets'),
  'rodeo-updated': refetch('rodeos'),
  'campo-updated': refetch('campos'),
  'note-created': put('notes', 'note', noteSchema),
  'note-updated': put('notes', 'note', noteSchema),
  'note-deleted': remove('notes'),
  'task-created': put('tasks', 'task', taskSchema),
  'task-updated': put('tasks', 'task', taskSchema),
  'task-deleted': remove('tasks'),
  'cycle-created': put('cycles', 'cycle', cycleSchema),
  'cycle-updated': put('cycles', 'cycle', cycleSchema),
  'cycle-deleted': remove('cycles'),
  // The room holds people who see no prices: what an invoice says is fetched by those who may.
  'invoice-created': refetch('invoices'),
  'invoice-updated': refetch('invoices'),
  'invoice-deleted': remove('invoices'),
} as const satisfies Readonly<Record<string, LiveAction>>;

export type LiveActionName = keyof typeof liveActions;

/**
 * Messages about what no phone keeps, to those alone who may see it: whoever shows it asks again. They carry no row and no sequence.
 * `refused-updated`: the records that phones brought and the server did not take are others than before.
 */
export type LiveNotice = 'refused-updated';

/** The envelope of a live message; `seq` and the rest come from backends with the sync extension. */
export const liveEnvelope = z.looseObject({
  action: z.string(),
  organization_id: z.optional(z.string()),
  seq: z.optional(z.number()),
  prev_seq: z.optional(z.number()),
  mark: z.optional(z.string()),
  epoch: z.optional(z.string()),
  key: z.optional(z.nullable(z.string())),
});
