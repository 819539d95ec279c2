import { reversed } from '../../../domain/movements/ledger.ts';
import { type Answer, type Call, type Commit, refuse } from '../../frame/call.ts';
import { postingsOf, repost } from '../../frame/ledger.ts';
import { markLeftBehind } from '../../frame/left-behind.ts';
import { markNegativeCells } from '../../frame/negative-cells.ts';
import { repostSupplies } from '../../frame/store-room.ts';
import { changeable, refuseDependents } from './changeable.ts';
import { followParent } from './children.ts';
import { refuseStockDependents } from './supplies.ts';
import { followTreatment } from './withdrawals.ts';

/** Deletes a movement softly: its lines stop counting, the row stays with `deletedBy`. Deleting twice is the same as once. */
export async function deleteMovement(call: Call, commit: Commit, newId: () => string): Promise<Answer> {
  const row = (await changeable(call, commit)) ?? refuse('NOT_FOUND');
  if (row.deleted === 1) return { alreadyDeleted: true };
  const before = await postingsOf(commit.trx, row.id);
  const isFieldRecord = call.query['offline'] === '1';
  if (!isFieldRecord) {
    await refuseDependents(
      commit,
      row,
      reversed(before).map((posting) => ({ posting, day: row.date })),
    );
    await refuseStockDependents(commit, row, null);
  }
  const now = new Date(call.now).toISOString();
  await commit.trx
    .updateTable('movements')
    .set({
      deleted: 1,
      deleted_by: call.actor?.userId ?? null,
      deleted_at: now,
      updated_at: now,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
  commit.touch('movements', row.id);
  await markNegativeCells(commit, await repost(commit, row, before, []), call.now);
  await markLeftBehind(commit, before, row.date, call.now);
  await repostSupplies(call, commit, row, []);
  await followParent(call, commit, { id: row.id, type: row.type, payload: null, isFieldRecord }, newId);
  await followTreatment(call, commit, row.type, row, null);
  commit.announce('movement-deleted', { id: row.id });
  return { alreadyDeleted: false };
}
