import type { ReviewReason } from '../../../domain/movements/movement.ts';
import type { Payload } from '../../../domain/movements/prepare.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import type { MovementRow } from '../../database/tables.ts';
import { bookLines, type Guard } from '../book/book-lines.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { postingsOf } from '../book/ledger.ts';
import { repostSupplies } from '../book/supply-stock.ts';
import { cycleIn } from '../book/write-movement.ts';
import { isPastItsTime, refuseDependents } from './changeable.ts';
import { marked, reasonsIn, unsaidIn } from './questions.ts';
import { refuseStockDependents, type Settled } from './supplies.ts';
import { awaitsWithdrawal } from './withdrawals.ts';

/** Stores an edit and reposts. From the office refused where later days would be short. */
export async function applyEdit(call: Call, commit: Commit, row: MovementRow, ready: Settled): Promise<void> {
  const before = await postingsOf(commit.trx, row.id);
  const date = String(ready.payload.date);
  const base = ready.payload.base_version;
  const isBehind = typeof base === 'number' && base < row.version;
  const reasons: ReviewReason[] = [
    ...(isBehind ? (['conflict'] as const) : []),
    ...reasonsIn(ready),
    ...(isPastItsTime(call, row) ? (['late_change'] as const) : []),
    ...((await awaitsWithdrawal(call, commit, recordedKind(row.type), ready, JSON.parse(row.payload) as Payload))
      ? (['withdrawal'] as const)
      : []),
  ];
  const { detail } = ready.payload;
  await commit.trx
    .updateTable('movements')
    .set({
      ...marked(call, row, reasons, unsaidIn(ready)),
      date,
      rodeo_id: ready.rodeo,
      lot_id: ready.lot,
      cycle_id: cycleIn(ready.payload),
      detail: typeof detail === 'string' && detail !== '' ? detail : null,
      reference: ready.reference,
      animals: JSON.stringify(ready.animals),
      payload: JSON.stringify(ready.payload),
      was: Object.keys(ready.was).length > 0 ? JSON.stringify(ready.was) : null,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
  const guard: Guard = (changes) => refuseDependents(commit, row, changes);
  await bookLines(
    call,
    commit,
    { ...row, date },
    { before, after: ready.postings, wasOn: row.date, guard: ready.isFieldRecord ? undefined : guard },
  );
  if (!ready.isFieldRecord) await refuseStockDependents(commit, row, ready);
  await repostSupplies(call, commit, { id: row.id, date }, ready.supplies);
}

/** Flags an edit of a deleted movement, which stays as it is. */
export async function markConflict(call: Call, commit: Commit, row: MovementRow): Promise<void> {
  await commit.trx
    .updateTable('movements')
    .set(marked(call, row, ['conflict']))
    .where('id', '=', row.id)
    .execute();
}
