import { difference, reversed } from '../../../domain/movements/ledger.ts';
import type { Review, ReviewReason } from '../../../domain/movements/movement.ts';
import type { Payload } from '../../../domain/movements/prepare.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import type { MovementRow } from '../../database/tables.ts';
import type { Call, Commit } from '../../frame/call.ts';
import { postingsOf, repost } from '../../frame/ledger.ts';
import { markLeftBehind } from '../../frame/left-behind.ts';
import { markNegativeCells } from '../../frame/negative-cells.ts';
import { repostSupplies } from '../../frame/store-room.ts';
import { cycleIn } from '../../frame/write-movement.ts';
import { refuseDependents } from './changeable.ts';
import { refuseStockDependents, type Settled } from './supplies.ts';
import { awaitsWithdrawal } from './withdrawals.ts';

/** Writes an edit over its movement: the old lines go back, the new ones come. At the office refused where later days would be short. */
export async function applyEdit(call: Call, commit: Commit, row: MovementRow, ready: Settled): Promise<void> {
  const before = await postingsOf(commit.trx, row.id);
  const date = String(ready.payload['date']);
  if (!ready.isFieldRecord) {
    const deltas = [
      ...reversed(before).map((posting) => ({ posting, day: row.date })),
      ...ready.postings.map((posting) => ({ posting, day: date })),
    ];
    await refuseDependents(commit, row, deltas);
    await refuseStockDependents(commit, row, ready);
  }
  const base = ready.payload['base_version'];
  const isBehind = typeof base === 'number' && base < row.version;
  const reasons: ReviewReason[] = [
    ...(isBehind ? (['conflict'] as const) : []),
    ...(ready.missing ? (['missing_reference'] as const) : []),
    ...(Object.keys(ready.unseen).length > 0 ? (['price'] as const) : []),
    ...((await awaitsWithdrawal(call, commit, recordedKind(row.type), ready, JSON.parse(row.payload) as Payload))
      ? (['withdrawal'] as const)
      : []),
  ];
  const { detail } = ready.payload;
  await commit.trx
    .updateTable('movements')
    .set({
      ...marked(call, row, reasons),
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
  const touched = difference(before, ready.postings);
  const changed = await repost(commit, { id: row.id, date }, before, ready.postings);
  if (touched.length > 0) await markNegativeCells(commit, changed, call.now);
  await markLeftBehind(commit, [...before, ...ready.postings], date < row.date ? date : row.date, call.now);
  await repostSupplies(call, commit, { id: row.id, date }, ready.supplies);
}

/** The review of the row with these reasons added. */
export function marked(
  call: Call,
  row: MovementRow,
  reasons: readonly ReviewReason[],
): { review: string | null; updated_at: string } {
  const review = row.review ? (JSON.parse(row.review) as Review) : { reasons: [] };
  // An edit that names places anew answers the doubt about them; whether a withdrawal runs there is asked anew.
  const left = review.reasons.filter((reason) => reason !== 'missing_reference' && reason !== 'withdrawal');
  const all = [...new Set([...left, ...reasons])];
  return {
    review: all.length > 0 ? JSON.stringify({ ...review, reasons: all }) : null,
    updated_at: new Date(call.now).toISOString(),
  };
}
