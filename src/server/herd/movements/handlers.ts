import { sentences } from '../../../contract/sentences.ts';
import { dayAt, recordedKind, recordedKinds, roleMay, settledByAuthor } from '../../../domain/index.ts';
import { recategorization } from '../../../domain/movements/kinds/moves.ts';
import { death } from '../../../domain/movements/kinds/outflows.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import {
  type Answer,
  type Call,
  type CallTo,
  type Commit,
  type EndpointHandlers,
  type Handlers,
  idOf,
  refuse,
  roleOf,
  write,
} from '../../kernel/call.ts';
import { followingCycles } from '../book/cycles.ts';
import { presentLots } from '../present/present-places.ts';
import { rowOf, without } from '../../rows/stored.ts';
import { reviewIn, writeReview } from '../book/review-mark.ts';
import { announceChange, shown } from '../present/present-movement.ts';
import { deleteMovement, editMovement } from './change.ts';
import { createMovement } from './create.ts';
import { movementReads } from './reads.ts';

/** Records a movement through a call with a body of its own (domain.md §1.2). */
async function recordAs(type: string, call: Call, commit: Commit, body: object): Promise<Answer> {
  const kind = recordedKind(type) ?? refuse('SERVER_ERROR');
  return await createMovement({ ...call, body }, commit, kind);
}

/** Calls of product.md §7 under lots and rodeos that record movements. */
const inOtherWords: EndpointHandlers = {
  lotDeaths: write((call, commit) => recordAs(death.type, call, commit, { ...call.body, lot_id: call.params.id })),
  rodeoDeaths: write((call, commit) => recordAs(death.type, call, commit, call.body)),
  transferLotAnimal: write(async (call, commit) => {
    const body = without(call.body, 'organization_id');
    const today = dayAt(call.now);
    const { movement } = await recordAs(recategorization.type, call, commit, { date: today, ...body });
    const [lot] = await presentLots(commit.trx, commit.organizationId, [await rowOf(commit, 'lots', body.lot_id)]);
    commit.announce('animal-updated', { lot });
    return { message: sentences.animalTransferred, lot, movement };
  }),
};

/** Calls about movements; those of the kinds come from the registry. */
export const movementHandlers: Handlers = {
  ...movementReads,
  ...inOtherWords,
  settleReview: write(settleReview),
  deleteMovement: write(followingCycles(deleteMovement)),
  ...Object.fromEntries(
    recordedKinds.flatMap((kind) => [
      [`create.${kind.type}`, write((call, commit) => createMovement(call, commit, kind))],
      [`edit.${kind.type}`, write(followingCycles((call, commit) => editMovement(call, commit, kind)))],
    ]),
  ),
};

const isAuthors = (reason: string): boolean => (settledByAuthor as readonly string[]).includes(reason);

/** A pending count must be approved or rejected, not just settled. */
const isWaitingCount = (type: string, payload: string): boolean =>
  type === count.type && (JSON.parse(payload) as { readonly state?: unknown }).state === 'pendiente';

/** Removes the reasons somebody reviewed. The version stays, as nobody edited it. */
async function settleReview(call: CallTo<'settleReview'>, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'movements', idOf(call));
  const { reasons } = call.body;
  const isOwn = row.created_by === call.actor?.userId && reasons.every(isAuthors);
  if (!isOwn && !roleMay(roleOf(call), 'review')) return refuse('FORBIDDEN');
  if (reasons.includes('role') && isWaitingCount(row.type, row.payload)) return refuse('CONFLICT');
  const review = reviewIn(row.review);
  const left = review.reasons.filter((reason) => !reasons.some((settled) => settled === reason));
  if (left.length === review.reasons.length) return await shown(call, commit, row.id);
  const trimmed = left.includes('possible_duplicate') ? review : without(review, 'possible_duplicate_of');
  const rest = left.includes('place_unsaid') ? trimmed : without(trimmed, 'unsaid');
  await writeReview(commit, row, { ...rest, reasons: left }, call.now);
  await announceChange(commit, row.id);
  return await shown(call, commit, row.id);
}
