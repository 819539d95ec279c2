import * as z from 'zod/mini';
import { maybe, textOrNull } from '../schemas.ts';
import type { Fields, PayloadOf, RecordedKind } from './define.ts';
import { count } from './kinds/system.ts';

/** Why a movement waits for somebody's look (wire.md, movement `review`). */
const reviewReasons = [
  'negative_cell',
  'negative_stock',
  'missing_reference',
  'place_unsaid',
  'possible_duplicate',
  'conflict',
  'role',
  'doubt',
  'off_team',
  'late_change',
  'carried',
  'price',
  'withdrawal',
  'left_behind',
] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/** Reasons that somebody's word settles. What falls short goes by itself, when the book is whole again (domain.md §3.0). */
export const settledByWord = [
  'missing_reference',
  'place_unsaid',
  'possible_duplicate',
  'conflict',
  'role',
  'doubt',
  'off_team',
  'late_change',
  'carried',
  'price',
  'withdrawal',
] as const;

/** Those about which the author knows more than the office: he answers them himself. */
export const settledByAuthor = [
  'missing_reference',
  'place_unsaid',
  'possible_duplicate',
] as const satisfies readonly (typeof settledByWord)[number][];

/** Whether a mark asks something that the author himself answers. */
export const waitsForAuthor = (review: Pick<Review, 'reasons'> | undefined): boolean =>
  review?.reasons.some((reason) => (settledByAuthor as readonly ReviewReason[]).includes(reason)) === true;

/** 'Dejar como está': which of the reasons somebody has looked at. One that came meanwhile stays. */
export const settleForm = z.strictObject({
  reasons: z.array(z.enum(settledByWord)).check(z.minLength(1), z.maxLength(settledByWord.length)),
});

export interface Review {
  readonly reasons: readonly ReviewReason[];
  readonly cells?:
    | readonly {
        readonly lot_id: string | null;
        readonly rodeo_id: string | null;
        readonly category_id: string;
        readonly head: number;
        /** What stood there before this record took it below zero, and what the record changed. Older marks do not say. */
        readonly before?: number | undefined;
        readonly change?: number | undefined;
      }[]
    | undefined;
  /** Items of the store room of which more was used than the book holds, and how much is missing. */
  readonly stock?: readonly { readonly asset_id: string; readonly missing: number }[] | undefined;
  /** Fields of the place that were not said, and do not follow from the rest. */
  readonly unsaid?: readonly string[] | undefined;
  readonly possible_duplicate_of?: string | undefined;
  /** What of a whole rodeo that moved still stood where it came from (domain.md §3.3). */
  readonly left?: readonly { readonly category_id: string; readonly head: number }[] | undefined;
}

const id = z.string();

/** A movement on the wire (product.md §3, wire.md §Movements). Fields of the kind travel inside `metadata`. */
export const movementSchema = z.looseObject({
  id,
  type: z.string(),
  date: z.string(),
  count: z.record(z.string(), z.number()),
  rodeoId: z.nullable(id),
  detail: textOrNull,
  reference: textOrNull,
  animals: z.array(z.looseObject({ type: id, count: z.number() })),
  organization_id: id,
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.nullable(id),
  version: z.number(),
  deleted: z.boolean(),
  cid: maybe(id),
  review: z.optional(
    z.object({
      reasons: z.array(z.enum(reviewReasons)),
      cells: z.optional(
        z.array(
          z.object({
            lot_id: z.nullable(id),
            rodeo_id: z.nullable(id),
            category_id: id,
            head: z.number(),
            before: z.optional(z.number()),
            change: z.optional(z.number()),
          }),
        ),
      ),
      stock: z.optional(z.array(z.object({ asset_id: id, missing: z.number() }))),
      unsaid: z.optional(z.array(z.string())),
      possible_duplicate_of: z.optional(id),
      left: z.optional(z.array(z.object({ category_id: id, head: z.number() }))),
    }),
  ),
  metadata: z.looseObject({
    lot_id: z.nullable(id),
    deletedBy: z.nullable(id),
    editHistory: z.array(z.looseObject({ editedBy: z.nullable(id), editedAt: z.string() })),
  }),
});

/** A movement as both sides handle it. */
export type Movement = z.infer<typeof movementSchema>;

/** Shown as deleted when `deletedBy` is set, otherwise as active (product.md §4). */
export const isDeleted = (movement: Pick<Movement, 'deleted' | 'metadata'>): boolean =>
  movement.deleted || movement.metadata.deletedBy !== null;

/** The movement that this one lives and dies with, which alone is changed (domain.md §3.0, cascades); null where it stands by itself. */
export function parentOf({ metadata }: Pick<Movement, 'metadata'>): string | null {
  const parent = metadata['parent_id'];
  return typeof parent === 'string' ? parent : null;
}

/** Whether a movement is an opening stock, which is corrected and deleted like any record (domain.md §3.1). */
export const isOpening = ({ type, metadata }: Pick<Movement, 'type' | 'metadata'>): boolean =>
  type === count.type && metadata['kind'] === 'opening';

/** The words of the badge (product.md §2). */
export const stateLabel = (movement: Pick<Movement, 'deleted' | 'metadata'>): 'Activo' | 'Eliminado' =>
  isDeleted(movement) ? 'Eliminado' : 'Activo';

const wireFields = new Set(['date', 'detail', 'cid', 'offline', 'animals', 'base_version', 'recorded_at', 'confirmed']);

/** What of a payload travels inside `metadata`: the fields of the kind, less those that stand on the movement itself. */
export const metadataFieldsOf = (payload: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !wireFields.has(name)));

const rowFields = new Set(['lot_id', 'deletedBy', 'editHistory', 'deletedAt', 'was', 'postings']);

/** The payload that would record this movement again: the start of an edit form. */
export function payloadOf(movement: Movement, fieldNames: readonly string[]): Record<string, unknown> {
  const known = new Set([...fieldNames, 'reproductive_cycle_id', 'photos', 'withdrawal_reason', 'invoice_id']);
  const kept = Object.entries(movement.metadata).filter(
    ([name]) => known.has(name) && (!rowFields.has(name) || name === 'lot_id'),
  );
  return {
    ...Object.fromEntries(kept),
    ...(known.has('rodeo_id') && { rodeo_id: movement.rodeoId }),
    ...(known.has('animals') && movement.animals.length > 0 && { animals: movement.animals }),
    ...(movement.detail !== null && { detail: movement.detail }),
    date: movement.date,
  };
}

/** The `count` map of the spec, derived from the lines that rule. A record without prototype: ids are strangers' words. */
export function countMap(lines: readonly { readonly type: string; readonly count: number }[]): Record<string, number> {
  const counts: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const line of lines) counts[line.type] = (counts[line.type] ?? 0) + line.count;
  return counts;
}

/** The same as its kind reads it: what its summary and its lines of the ledger are made of. The row was taken by the kind's own schema. */
export const readBy = <F extends Fields>(kind: Pick<RecordedKind<F>, 'fields'>, movement: Movement): PayloadOf<F> =>
  payloadOf(movement, Object.keys(kind.fields)) as PayloadOf<F>;
