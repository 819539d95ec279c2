import type { RecordedKind } from '../../../domain/movements/define.ts';
import {
  childOf,
  isReviewed,
  moneyFieldsOf,
  type Payload,
  recordedKind,
  type ReviewReason,
} from '../../../domain/index.ts';
import { farmRows, type MovementRow, rowsWhere } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse, roleOf } from '../../kernel/call.ts';
import { appendEdit, bookLines, cycleIn, type Guard, type NewMovement, writeMovement } from '../book/write-movement.ts';
import { announceChange, namesOf, seesMoney, shown } from '../present/present-movement.ts';
import { postingsOf } from '../book/ledger.ts';
import { repostSupplies } from '../book/supply-stock.ts';
import {
  animalsOf,
  changeable,
  changedAt,
  isPastItsTime,
  marked,
  prepare,
  type Ready,
  reasonsIn,
  refuseDependents,
  refuseShortage,
  unsaidIn,
} from './prepared.ts';
import {
  awaitsWithdrawal,
  followTreatment,
  refuseStockDependents,
  type Settled,
  settleSupplies,
  storedAs,
} from './withdrawals.ts';
import { changedBy, deletedBy, setRow } from '../../rows/stored.ts';

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
    await followTreatment(call, commit, row.type, row, storedAs(row, ready));
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
    ...((await awaitsWithdrawal(
      call,
      commit,
      recordedKind(row.type),
      storedAs(row, ready),
      JSON.parse(row.payload) as Payload,
    ))
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

interface Parent {
  readonly id: string;
  readonly type: string;
  /** Null for a deleted parent. */
  readonly payload: Payload | null;
  readonly isFieldRecord: boolean;
}

type Child = Omit<NewMovement, 'id'>;

async function childIn(commit: Commit, parent: Parent): Promise<Child | null> {
  const draft = parent.payload && childOf(parent.type, parent.payload);
  const kind = draft && recordedKind(draft.type);
  if (!kind) return null;
  const { type, payload } = draft;
  const idAt = (field: string | undefined): string | null =>
    (payload[field ?? ''] as string | null | undefined) ?? null;
  return {
    type,
    date: String(payload.date),
    // Weighings name their lot, though no rule needs it.
    lot: idAt(kind.place.lot ?? 'lot_id'),
    rodeo: idAt(kind.place.rodeo),
    payload,
    animals: animalsOf(payload),
    postings: kind.postings(payload),
    reference: kind.summary(payload, await namesOf(commit)),
    isFieldRecord: parent.isFieldRecord,
    parent: parent.id,
  };
}

/** Makes the movement a new one causes (domain.md §3.0, cascades). */
export async function bringChild(call: Call, commit: Commit, parent: Parent): Promise<void> {
  const child = await childIn(commit, parent);
  if (child) await makeChild(call, commit, { ...child, id: call.newId() }, isFree(parent));
}

/** Makes, changes or deletes the caused movement to match its parent (domain.md §3.0, cascades). */
async function followParent(call: Call, commit: Commit, parent: Parent): Promise<void> {
  const row = await farmRows(commit, 'movements', { parent_id: parent.id }).selectAll().executeTakeFirst();
  if (!row) return await bringChild(call, commit, parent);
  const child = await childIn(commit, parent);
  if (child ?? row.deleted === 0) await rewriteChild(call, commit, row, child, parent.isFieldRecord);
}

const isFree = ({ isFieldRecord, payload }: Parent): boolean => isFieldRecord || payload?.confirmed === true;

async function makeChild(call: Call, commit: Commit, child: NewMovement, isTaken: boolean): Promise<void> {
  const kind = recordedKind(child.type);
  // It takes its parent's time, whenever that arrived.
  const { created_at } = await rowsWhere(commit.trx, 'movements', { id: child.parent ?? '' })
    .select('created_at')
    .executeTakeFirstOrThrow();
  const isToReview = kind && isReviewed(roleOf(call), kind);
  const reason = call.hasLeft ? 'off_team' : isToReview ? 'role' : null;
  await writeMovement(call, commit, {
    ...child,
    review: reason ? { reasons: [reason] } : null,
    recordedAt: created_at,
    guard: isTaken ? undefined : (changes) => refuseShortage(commit, changes),
  });
}

async function rewriteChild(
  call: Call,
  commit: Commit,
  row: MovementRow,
  child: Child | null,
  isFieldRecord: boolean,
): Promise<void> {
  const before = await postingsOf(commit.trx, row.id);
  const after = child?.postings ?? [];
  const date = child?.date ?? row.date;
  const said = child && {
    type: child.type,
    date,
    lot_id: child.lot,
    rodeo_id: child.rodeo,
    payload: JSON.stringify(child.payload),
    animals: JSON.stringify(child.animals),
    reference: child.reference,
    deleted: 0,
    deleted_by: null,
    deleted_at: null,
  };
  await setRow(commit, 'movements', row.id, said ? { ...said, ...changedBy(call, row) } : deletedBy(call, row));
  commit.touch('movements', row.id);
  const guard: Guard = (changes) => refuseDependents(commit, row, changes);
  await bookLines(
    call,
    commit,
    { ...row, date },
    { before, after, wasOn: row.date, guard: isFieldRecord ? undefined : guard },
  );
  if (!child) return commit.announce('movement-deleted', { id: row.id });
  await announceChange(commit, row.id);
}
