import { sentences } from '../../../contract/sentences.ts';
import { dayAt } from '../../../domain/dates.ts';
import { recategorization } from '../../../domain/movements/kinds/moves.ts';
import { death } from '../../../domain/movements/kinds/outflows.ts';
import { recordedKind, recordedKinds } from '../../../domain/movements/registry.ts';
import {
  type Answer,
  type Call,
  type Commit,
  type EndpointHandlers,
  type Handlers,
  refuse,
  write,
} from '../../kernel/call.ts';
import { followingCycles } from '../book/cycles.ts';
import { presentLots } from '../present/present-places.ts';
import { rowOf, without } from '../../rows/stored.ts';
import { editMovement } from './change.ts';
import { createMovement } from './create.ts';
import { movementReads } from './reads.ts';
import { deleteMovement } from './remove.ts';
import { settleReview } from './settle.ts';

/** Records a movement through a call with a body of its own (domain.md §1.2). */
async function recordAs(type: string, call: Call, commit: Commit, body: object, newId: () => string): Promise<Answer> {
  const kind = recordedKind(type) ?? refuse('SERVER_ERROR');
  return await createMovement({ ...call, body }, commit, kind, newId);
}

/** Calls of product.md §7 under lots and rodeos that record movements. */
const inOtherWords = (newId: () => string): EndpointHandlers => ({
  lotDeaths: write((call, commit) =>
    recordAs(death.type, call, commit, { ...call.body, lot_id: call.params.id }, newId),
  ),
  rodeoDeaths: write((call, commit) => recordAs(death.type, call, commit, call.body, newId)),
  transferLotAnimal: write(async (call, commit) => {
    const body = without(call.body, 'organization_id');
    const today = dayAt(call.now);
    const { movement } = await recordAs(recategorization.type, call, commit, { date: today, ...body }, newId);
    const [lot] = await presentLots(commit.trx, commit.organizationId, [await rowOf(commit, 'lots', body.lot_id)]);
    commit.announce('animal-updated', { lot });
    return { message: sentences.animalTransferred, lot, movement };
  }),
});

/** Calls about movements; those of the kinds come from the registry. */
export const movementHandlers = (newId: () => string): Handlers => ({
  ...movementReads,
  ...inOtherWords(newId),
  settleReview: write(settleReview),
  deleteMovement: write(followingCycles((call, commit) => deleteMovement(call, commit, newId))),
  ...Object.fromEntries(
    recordedKinds.flatMap((kind) => [
      [`create.${kind.type}`, write((call, commit) => createMovement(call, commit, kind, newId))],
      [`edit.${kind.type}`, write(followingCycles((call, commit) => editMovement(call, commit, kind, newId)))],
    ]),
  ),
});
