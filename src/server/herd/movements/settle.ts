import type * as z from 'zod/mini';
import { count } from '../../../domain/movements/kinds/system.ts';
import { settledByAuthor, type settleForm } from '../../../domain/movements/movement.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { reviewIn, writeReview } from '../book/review-mark.ts';
import { shown } from '../present/shown-movement.ts';
import { without } from '../../rows/stored.ts';
import { presentStored } from '../book/write-movement.ts';

export type Settling = z.infer<typeof settleForm>;

const isAuthors = (reason: string): boolean => (settledByAuthor as readonly string[]).includes(reason);

/** A pending count must be approved or rejected, not just settled. */
const isWaitingCount = (type: string, payload: string): boolean =>
  type === count.type && (JSON.parse(payload) as { readonly state?: unknown }).state === 'pendiente';

/** Removes the reasons somebody reviewed. The version stays, as nobody edited it. */
export async function settleReview(call: Call<Settling>, commit: Commit): Promise<Answer> {
  const row = await commit.trx
    .selectFrom('movements')
    .select(['id', 'type', 'payload', 'review', 'created_by'])
    .where('id', '=', call.params.id ?? '')
    .where('organization_id', '=', commit.organizationId)
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  const { reasons } = call.body;
  const isOwn = row.created_by === call.actor?.userId && reasons.every(isAuthors);
  if (!isOwn && !roleMay(call.role ?? 'user', 'review')) return refuse('FORBIDDEN');
  if (reasons.includes('role') && isWaitingCount(row.type, row.payload)) return refuse('CONFLICT');
  const review = reviewIn(row.review);
  const left = review.reasons.filter((reason) => !reasons.some((settled) => settled === reason));
  if (left.length === review.reasons.length) return await shown(call, commit, row.id);
  const trimmed = left.includes('possible_duplicate') ? review : without(review, 'possible_duplicate_of');
  const rest = left.includes('place_unsaid') ? trimmed : without(trimmed, 'unsaid');
  await writeReview(commit, row, { ...rest, reasons: left }, call.now);
  const [movement] = await presentStored(commit, [row.id]);
  commit.announce('movement-updated', { movement });
  return await shown(call, commit, row.id);
}
