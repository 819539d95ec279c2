import { bookLines, type Guard } from '../book/book-lines.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { postingsOf } from '../book/ledger.ts';
import { repostSupplies } from '../book/supply-stock.ts';
import { changeable, isPastItsTime, refuseDependents } from './changeable.ts';
import { followParent } from './children.ts';
import { marked } from './questions.ts';
import { refuseStockDependents } from './supplies.ts';
import { followTreatment } from './withdrawals.ts';

/** Soft-deletes a movement: removes its postings, keeps the row with `deletedBy`. Idempotent. */
export async function deleteMovement(call: Call, commit: Commit, newId: () => string): Promise<Answer> {
  const row = (await changeable(call, commit)) ?? refuse('NOT_FOUND');
  if (row.deleted === 1) return { alreadyDeleted: true };
  const before = await postingsOf(commit.trx, row.id);
  const isFieldRecord = call.query.offline === '1';
  const now = new Date(call.now).toISOString();
  await commit.trx
    .updateTable('movements')
    .set({
      ...(isPastItsTime(call, row) && marked(call, row, ['late_change'])),
      deleted: 1,
      deleted_by: call.actor?.userId ?? null,
      deleted_at: now,
      updated_at: now,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
  commit.touch('movements', row.id);
  const guard: Guard = (changes) => refuseDependents(commit, row, changes);
  await bookLines(call, commit, row, { before, after: [], guard: isFieldRecord ? undefined : guard });
  if (!isFieldRecord) await refuseStockDependents(commit, row, null);
  await repostSupplies(call, commit, row, []);
  await followParent(call, commit, { id: row.id, type: row.type, payload: null, isFieldRecord }, newId);
  await followTreatment(call, commit, row.type, row, null);
  commit.announce('movement-deleted', { id: row.id });
  return { alreadyDeleted: false };
}
