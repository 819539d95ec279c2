import type { RecordedKind } from '../../../domain/movements/define.ts';
import { moneyFieldsOf } from '../../../domain/movements/permissions.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import type { MovementRow } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { appendEdit } from '../book/edit-history.ts';
import { visibilityOf } from '../present/present-movement.ts';
import { presentStored } from '../book/write-movement.ts';
import { changeable, changedAt } from './changeable.ts';
import { followParent } from './children.ts';
import { prepare, type Ready } from './prepared.ts';
import { shown } from '../present/shown-movement.ts';
import { applyEdit, markConflict } from './rewrite.ts';
import { settleSupplies } from './supplies.ts';
import { followTreatment, storedAs } from './withdrawals.ts';

/** Edits a movement: reverses its old postings, posts the new (domain.md §3.0, Edit). */
export async function editMovement(
  call: Call,
  commit: Commit,
  kind: RecordedKind,
  newId: () => string,
): Promise<Answer> {
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
    await markConflict(call, commit, row);
  } else {
    const earlier = JSON.parse(row.payload) as Ready['payload'];
    const ready = await settleSupplies(call, commit, kind, whole, earlier, newId);
    await appendEdit(call, commit, row, { ...ready.payload, ...ready.unseen });
    await applyEdit(call, commit, row, ready);
    await followParent(call, commit, { ...ready, id: row.id, type: row.type }, newId);
    await followTreatment(call, commit, row.type, row, storedAs(row.id, ready));
  }
  commit.touch('movements', row.id);
  const [movement] = await presentStored(commit, [row.id]);
  commit.announce('movement-updated', { movement });
  return await shown(call, commit, row.id);
}

function refuseMissing(call: Call): never {
  const isField = (call.body as { offline?: boolean } | null)?.offline === true;
  return refuse(isField ? 'DEPENDENCY_MISSING' : 'NOT_FOUND');
}

type Payload = Ready['payload'];

/** Hidden prices stay as stored, whatever was sent; the history keeps that. */
async function withStoredPrices(call: Call, commit: Commit, row: MovementRow, edited: Payload): Promise<Payload> {
  const kind = recordedKind(row.type);
  if (!kind || (await visibilityOf(commit.trx, commit.organizationId, call.role)) === 'with-money') return edited;
  const money = new Set(moneyFieldsOf(kind));
  const part = (payload: object, isMoney: boolean) =>
    Object.fromEntries(Object.entries(payload).filter(([name]) => money.has(name) === isMoney));
  return { ...part(edited, false), ...part(JSON.parse(row.payload) as Payload, true) };
}
