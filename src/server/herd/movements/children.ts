import { childOf, isReviewed, type Payload, recordedKind } from '../../../domain/index.ts';
import { farmRows, type MovementRow, rowsWhere } from '../../database/tables.ts';
import { bookLines, type Guard, type NewMovement, writeMovement } from '../book/write-movement.ts';
import { type Call, type Commit, roleOf } from '../../kernel/call.ts';
import { postingsOf } from '../book/ledger.ts';
import { namesOf } from '../present/names.ts';
import { refuseDependents } from './changeable.ts';
import { animalsOf, refuseShortage } from './prepared.ts';
import { changedBy, deletedBy, setRow } from '../../rows/stored.ts';
import { announceChange } from '../present/present-movement.ts';

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
export async function followParent(call: Call, commit: Commit, parent: Parent): Promise<void> {
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
