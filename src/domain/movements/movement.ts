import * as z from 'zod/mini';
import { maybe, textOrNull } from '../schemas.ts';
import type { Fields, PayloadOf, RecordedKind } from './define.ts';
import { count } from './kinds/system.ts';

/** Reasons that the author settles, who knows more than the office. */
export const settledByAuthor = ['missing_reference', 'place_unsaid', 'possible_duplicate'] as const;

/** Reasons that a person settles. Shortages go by themselves once the book adds up (domain.md §3.0). */
export const settledByWord = [
  ...settledByAuthor,
  'conflict',
  'role',
  'doubt',
  'off_team',
  'late_change',
  'carried',
  'price',
  'withdrawal',
] as const;

/** Why a movement waits for review (wire.md, movement `review`). */
const reviewReasons = ['negative_cell', 'negative_stock', ...settledByWord, 'left_behind'] as const;
export type ReviewReason = (typeof reviewReasons)[number];

export const waitsForAuthor = (review: Pick<Review, 'reasons'> | undefined): boolean =>
  review?.reasons.some((reason) => (settledByAuthor as readonly ReviewReason[]).includes(reason)) === true;

/** 'Dejar como está': the reasons that were looked at. Reasons added meanwhile stay. */
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
        /** The cell's heads before this record made it negative, and the record's change. Missing in older reviews. */
        readonly before?: number | undefined;
        readonly change?: number | undefined;
        /** The last day that it was short, with `head` at its end; none: it is short to this day. */
        readonly until?: string | undefined;
      }[]
    | undefined;
  readonly stock?: readonly { readonly asset_id: string; readonly missing: number }[] | undefined;
  /** Fields of the place that were left out and cannot be derived. */
  readonly unsaid?: readonly string[] | undefined;
  readonly possible_duplicate_of?: string | undefined;
  /** Animals of a moved rodeo that were left where it came from (domain.md §3.3). */
  readonly left?: readonly { readonly category_id: string; readonly head: number }[] | undefined;
}

const id = z.string();

/** A movement on the wire (product.md §3, wire.md §Movements). The kind's fields are in `metadata`. */
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
            until: z.optional(z.string()),
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

export type Movement = z.infer<typeof movementSchema>;

/** Deleted when `deletedBy` is set (product.md §4). */
export const isDeleted = (movement: Pick<Movement, 'deleted' | 'metadata'>): boolean =>
  movement.deleted || movement.metadata.deletedBy !== null;

/** The parent that this movement is changed and deleted with (domain.md §3.0, cascades), or null. */
export function parentOf({ metadata }: Pick<Movement, 'metadata'>): string | null {
  const parent = metadata.parent_id;
  return typeof parent === 'string' ? parent : null;
}

/** Whether it is an opening stock, edited and deleted like any record (domain.md §3.1). */
export const isOpening = (of: {
  readonly type: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}): boolean => of.type === count.type && of.metadata.kind === 'opening';

/** The badge's words (product.md §2). */
export const stateLabel = (movement: Pick<Movement, 'deleted' | 'metadata'>): 'Activo' | 'Eliminado' =>
  isDeleted(movement) ? 'Eliminado' : 'Activo';

const wireFields = new Set(['date', 'detail', 'cid', 'offline', 'animals', 'base_version', 'recorded_at', 'confirmed']);

export const metadataFieldsOf = (payload: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !wireFields.has(name)));

const rowFields = new Set(['lot_id', 'deletedBy', 'editHistory', 'deletedAt', 'was', 'postings']);

/** Parts of a payload that no field holds. */
const besideFields = ['reproductive_cycle_id', 'photos', 'withdrawal_reason', 'invoice_id', 'asset_id', 'expires'];

/** The payload that would record this movement again: where an edit form starts. */
export function payloadOf(movement: Movement, fieldNames: readonly string[]): Record<string, unknown> {
  const known = new Set([...fieldNames, ...besideFields]);
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

/** The spec's `count` map of the lines. Without a prototype: ids are untrusted. */
export function countMap(lines: readonly { readonly type: string; readonly count: number }[]): Record<string, number> {
  const counts: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const line of lines) counts[line.type] = (counts[line.type] ?? 0) + line.count;
  return counts;
}

/** The typed payload of a kind; its schema has checked the row already. */
export const readBy = <F extends Fields>(kind: Pick<RecordedKind<F>, 'fields'>, movement: Movement): PayloadOf<F> =>
  payloadOf(movement, Object.keys(kind.fields)) as PayloadOf<F>;
