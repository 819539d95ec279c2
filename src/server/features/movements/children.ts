import { childOf } from '../../../domain/movements/children.ts';
import { reversed } from '../../../domain/movements/ledger.ts';
import { isReviewed } from '../../../domain/movements/permissions.ts';
import type { Payload } from '../../../domain/movements/prepare.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import type { MovementRow } from '../../database/tables.ts';
import type { Call, Commit } from '../../frame/call.ts';
import { postingsOf, repost } from '../../frame/ledger.ts';
import { namesOf } from '../../frame/names.ts';
import { markLeftBehind } from '../../frame/left-behind.ts';
import { markNegativeCells } from '../../frame/negative-cells.ts';
import { type NewMovement, presentStored, writeMovement } from '../../frame/write-movement.ts';
import { refuseDependents } from './changeable.ts';
import { animalsOf, refuseShortage } from './prepared.ts';

interface Parent {
  readonly id: string;
  readonly type: string;
  /** Null for a parent that is deleted. */
  readonly payload: Payload | null;
  readonly isFieldRecord: boolean;
}

type Child = Omit<NewMovement, 'id'>;

/** The movement that a parent brings about, as it is to be written; null where nothing follows. */
async function childIn(commit: Commit, parent: Parent): Promise<Child | null> {
  const draft = parent.payload && childOf(parent.type, parent.payload);
  const kind = draft && recordedKind(draft.type);
  if (!kind) return null;
  const { type, payload } = draft;
  const idAt = (field: string | undefined): string | null =>
    (payload[field ?? ''] as string | null | undefined) ?? null;
  return {
    type,
    date: String(payload['date']),
    // A weighing says its lot too, which no rule needs to find.
    lot: idAt(kind.place.lot ?? 'lot_id'),
    rodeo: idAt(kind.place.rodeo),
    payload,
    animals: animalsOf(payload),
    postings: kind.postings(payload as never),
    reference: kind.summary(payload as never, await namesOf(commit.trx, commit.organizationId)),
    isFieldRecord: parent.isFieldRecord,
    parent: parent.id,
  };
}

/** Brings the movement that another one brings about to what it says now: made, changed or deleted with it (domain.md §3.0, cascades). */
export async function followParent(call: Call, commit: Commit, parent: Parent, newId: () => string): Promise<void> {
  const child = await childIn(commit, parent);
  const row = await commit.trx
    .selectFrom('movements')
    .selectAll()
    .where('organization_id', '=', commit.organizationId)
    .where('parent_id', '=', parent.id)
    .executeTakeFirst();
  if (child && !row) return await makeChild(call, commit, { ...child, id: newId() });
  if (row && (child ?? row.deleted === 0)) await rewriteChild(call, commit, row, child, parent.isFieldRecord);
}

async function makeChild(call: Call, commit: Commit, child: NewMovement): Promise<void> {
  const kind = recordedKind(child.type);
  if (!child.isFieldRecord) {
    await refuseShortage(
      commit,
      child.postings.map((posting) => ({ posting, day: child.date })),
    );
  }
  const isToReview = kind && (call.hasLeft || isReviewed(call.role ?? 'user', kind));
  await writeMovement(call, commit, { ...child, review: isToReview ? { reasons: ['role'] } : null });
}

/** Writes a child anew; without one, the row is deleted. Its lines go back and come as those of any movement do. */
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
  if (!isFieldRecord) {
    await refuseDependents(commit, row, [
      ...reversed(before).map((posting) => ({ posting, day: row.date })),
      ...after.map((posting) => ({ posting, day: date })),
    ]);
  }
  const now = new Date(call.now).toISOString();
  const said = child && {
    type: child.type,
    date,
    lot_id: child.lot,
    rodeo_id: child.rodeo,
    payload: JSON.stringify(child.payload),
    animals: JSON.stringify(child.animals),
    reference: child.reference,
  };
  const deletion = child ? null : { by: call.actor?.userId ?? null, at: now };
  await commit.trx
    .updateTable('movements')
    .set({
      ...said,
      updated_at: now,
      version: row.version + 1,
      deleted: deletion ? 1 : 0,
      deleted_by: deletion?.by ?? null,
      deleted_at: deletion?.at ?? null,
    })
    .where('id', '=', row.id)
    .execute();
  commit.touch('movements', row.id);
  await markNegativeCells(commit, await repost(commit, { id: row.id, date }, before, after), call.now);
  await markLeftBehind(commit, [...before, ...after], date < row.date ? date : row.date, call.now);
  if (!child) return commit.announce('movement-deleted', { id: row.id });
  const [movement] = await presentStored(commit, [row.id]);
  commit.announce('movement-updated', { movement });
}
