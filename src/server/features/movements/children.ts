import { childOf } from '../../../domain/movements/children.ts';
import type { Payload } from '../../../domain/movements/prepare.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import type { Call, Commit } from '../../frame/call.ts';
import { namesOf } from '../../frame/names.ts';
import { presentStored, writeMovement } from '../../frame/write-movement.ts';

interface Parent {
  readonly id: string;
  readonly type: string;
  /** Null for a parent that is deleted. */
  readonly payload: Payload | null;
  readonly isFieldRecord: boolean;
}

/** Brings the movement that another one brings about to what it says now: made, changed or deleted with it (domain.md §3.0, cascades). */
export async function followParent(call: Call, commit: Commit, parent: Parent, newId: () => string): Promise<void> {
  const draft = parent.payload && childOf(parent.type, parent.payload);
  const child = await commit.trx
    .selectFrom('movements')
    .select(['id', 'version', 'deleted'])
    .where('organization_id', '=', commit.organizationId)
    .where('parent_id', '=', parent.id)
    .executeTakeFirst();
  if (!draft) {
    if (child && child.deleted === 0) await removeChild(call, commit, child);
    return;
  }
  const { lot, rodeo, animals, payload, type } = draft;
  const names = await namesOf(commit.trx, commit.organizationId);
  const reference = recordedKind(type)?.summary(payload as never, names) ?? null;
  const date = String(payload['date']);
  if (!child) {
    const { isFieldRecord } = parent;
    const row = { id: newId(), type, date, lot, rodeo, payload, animals, postings: [], reference, isFieldRecord };
    await writeMovement(call, commit, { ...row, parent: parent.id });
    return;
  }
  await commit.trx
    .updateTable('movements')
    .set({
      date,
      lot_id: lot,
      rodeo_id: rodeo,
      payload: JSON.stringify(payload),
      animals: JSON.stringify(animals),
      reference,
      updated_at: new Date(call.now).toISOString(),
      version: child.version + 1,
      deleted: 0,
      deleted_by: null,
      deleted_at: null,
    })
    .where('id', '=', child.id)
    .execute();
  commit.touch('movements', child.id);
  const [movement] = await presentStored(commit, [child.id]);
  commit.announce('movement-updated', { movement });
}

async function removeChild(call: Call, commit: Commit, child: { id: string; version: number }): Promise<void> {
  const now = new Date(call.now).toISOString();
  const deletion = { deleted: 1, deleted_by: call.actor?.userId ?? null, deleted_at: now };
  await commit.trx
    .updateTable('movements')
    .set({ ...deletion, updated_at: now, version: child.version + 1 })
    .where('id', '=', child.id)
    .execute();
  commit.touch('movements', child.id);
  commit.announce('movement-deleted', { id: child.id });
}
