import type { RecordedKind } from '../../../domain/movements/define.ts';
import { moneyFieldsOf, type Payload, recordedKind, type ReviewReason } from '../../../domain/index.ts';
import type { MovementRow } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { appendEdit, bookLines, cycleIn, type Guard } from '../book/write-movement.ts';
import { announceChange, seesMoney, shown } from '../present/present-movement.ts';
import { postingsOf } from '../book/ledger.ts';
import { repostSupplies } from '../book/supply-stock.ts';
import { changeable, changedAt, isPastItsTime, refuseDependents } from './changeable.ts';
import { followParent } from './children.ts';
import { marked, prepare, type Ready, reasonsIn, unsaidIn } from './prepared.ts';
import { refuseStockDependents, type Settled, settleSupplies } from './supplies.ts';
import { awaitsWithdrawal, followTreatment, storedAs } from './withdrawals.ts';
import { deletedBy, setRow } from '../../rows/stored.ts';

/** Edits a movement: reverses its old postings, posts the new (domain.md §3.0, Edit). */
export async function editMovement(call: Call, commit: Commit, kind: RecordedKind): Promise<Answer> {
  const row = (await changeable(call, commit)) ?? refuseMissing(call);
  if (row.type !== kind.type) refuse('NOT_FOUND');
  const prepared = await prepare(call, commit, kind, call.body, row.id);
  const whole = { ...prepared, payload: await withStoredPrices(call, commit, row, prepared.payload) };
  if (call.isOvertaken) {
    const then = { ...call, now: changedAt(call, row) };
    await appendEdit(then, commit, row, { ...whole.payload, ...whole.unseen });
  } else if (row.deleted === 1) {
    await appendEdit(call, commit, row, { ...whole.payload, ...whole.unseen });
    // Deleting wins over editing; the edit stays in the history (domain.md §3.0, concurrent edits).
    await setRow(commit, 'movements', row.id, marked(call, row, ['conflict']));
  } else {
    const earlier = JSON.parse(row.payload) as Ready['payload'];
    const ready = await settleSupplies(call, commit, kind, whole, earlier);
    await appendEdit(call, commit, row, { ...ready.payload, ...ready.unseen });
    await applyEdit(call, commit, row, ready);
    await followParent(call, commit, { ...ready, id: row.id, type: row.type });
    await followTreatment(call, commit, row.type, row, storedAs(row.id, ready));
  }
  commit.touch('movements', row.id);
  await announceChange(commit, row.id);
  return await shown(call, commit, row.id);
}

function refuseMissing(call: Call): never {
  const isField = (call.body as { offline?: boolean } | null)?.offline === true;
  return refuse(isField ? 'DEPENDENCY_MISSING' : 'NOT_FOUND');
}

/** Hidden prices stay as stored, whatever was sent; the history keeps that. */
async function withStoredPrices(call: Call, commit: Commit, row: MovementRow, edited: Payload): Promise<Payload> {
  const kind = recordedKind(row.type);
  if (!kind || (await seesMoney(call, commit))) return edited;
  const money = new Set(moneyFieldsOf(kind));
  const part = (payload: object, isMoney: boolean) =>
    Object.fromEntries(Object.entries(payload).filter(([name]) => money.has(name) === isMoney));
  return { ...part(edited, false), ...part(JSON.parse(row.payload) as Payload, true) };
}

/** Stores an edit and reposts. From the office refused where later days would be short. */
async function applyEdit(call: Call, commit: Commit, row: MovementRow, ready: Settled): Promise<void> {
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
  await setRow(commit, 'movements', row.id, {
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
  });
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

/** Soft-deletes a movement: removes its postings, keeps the row with `deletedBy`. Idempotent. */
export async function deleteMovement(call: Call, commit: Commit): Promise<Answer> {
  const row = (await changeable(call, commit)) ?? refuse('NOT_FOUND');
  if (row.deleted === 1) return { alreadyDeleted: true };
  const before = await postingsOf(commit.trx, row.id);
  const isFieldRecord = call.query.offline === '1';
  await setRow(commit, 'movements', row.id, {
    ...(isPastItsTime(call, row) && marked(call, row, ['late_change'])),
    ...deletedBy(call, row),
  });
  commit.touch('movements', row.id);
  const guard: Guard = (changes) => refuseDependents(commit, row, changes);
  await bookLines(call, commit, row, { before, after: [], guard: isFieldRecord ? undefined : guard });
  if (!isFieldRecord) await refuseStockDependents(commit, row, null);
  await repostSupplies(call, commit, row, []);
  await followParent(call, commit, { id: row.id, type: row.type, payload: null, isFieldRecord });
  await followTreatment(call, commit, row.type, row, null);
  commit.announce('movement-deleted', { id: row.id });
  return { alreadyDeleted: false };
}
