import { serverSentences } from '../../../contract/sentences-server.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import { difference, reversed } from '../../../domain/movements/ledger.ts';
import type { Review, ReviewReason } from '../../../domain/movements/movement.ts';
import { mayChange, moneyFieldsOf } from '../../../domain/movements/permissions.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import type { MovementRow } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse } from '../../frame/call.ts';
import { appendEdit } from '../../frame/edit-history.ts';
import { type DatedPosting, findShortage, postingsOf, repost } from '../../frame/ledger.ts';
import { markNegativeCells } from '../../frame/negative-cells.ts';
import { sightOf } from '../../frame/present-movement.ts';
import { cycleIn, presentStored } from '../../frame/write-movement.ts';
import { repostSupplies } from '../../frame/store-room.ts';
import { followParent } from './children.ts';
import { prepare, type Ready } from './prepared.ts';
import { shown } from '../../frame/shown-movement.ts';
import { refuseStockDependents, type Settled, settleSupplies } from './supplies.ts';

/**
 * When the person made the change. What comes from the field says so itself, and arrives days later: it is believed between the
 * record and now.
 */
function changedAt(call: Call, row: MovementRow): number {
  const said = (call.body as { readonly recorded_at?: unknown } | null)?.recorded_at ?? call.query['recorded_at'];
  const told = typeof said === 'string' ? Date.parse(said) : Number.NaN;
  return told >= Date.parse(row.created_at) && told <= call.now ? told : call.now;
}

/** The stored movement that a call wants to change, if this person may (domain.md §2.18). */
async function changeable(call: Call, commit: Commit): Promise<MovementRow | null> {
  const row = await commit.trx
    .selectFrom('movements')
    .selectAll()
    .where('id', '=', call.params['id'] ?? '')
    .where('organization_id', '=', commit.organizationId)
    .executeTakeFirst();
  if (!row) return null;
  if (row.parent_id !== null) refuse('CONFLICT', { message: serverSentences.changeParent });
  // What the server wrote about lots and rodeos is changed by changing them.
  if (
    !(recordedKind(row.type) ?? isCounted(row)) ||
    !mayChange(call.role ?? 'user', call.actor?.userId ?? '', row, changedAt(call, row))
  )
    refuse('FORBIDDEN');
  return row;
}

/** A count that a person made (`features/audits`), unlike what a new lot or a changed figure wrote. */
const isCounted = (row: MovementRow): boolean =>
  row.type === 'AUDIT_RECORD' && Array.isArray((JSON.parse(row.payload) as { counted?: unknown }).counted);

/** Edits a movement: the old lines go back, the new ones come, the difference is what the book sees (domain.md §3.0, Edit). */
export async function editMovement(
  call: Call,
  commit: Commit,
  kind: RecordedKind,
  newId: () => string,
): Promise<Answer> {
  const row = (await changeable(call, commit)) ?? refuseMissing(call);
  if (row.type !== kind.type) refuse('NOT_FOUND');
  const prepared = await prepare(call, commit, kind, call.body);
  const whole = { ...prepared, payload: { ...prepared.payload, ...(await keptPrices(call, commit, row)) } };
  if (row.deleted === 1) {
    await appendEdit(call, commit, row, whole.payload);
    // Deleting wins over editing; what was written stays in the history (domain.md §3.0, concurrent edits).
    await commit.trx
      .updateTable('movements')
      .set(marked(call, row, ['conflict']))
      .where('id', '=', row.id)
      .execute();
  } else {
    const earlier = JSON.parse(row.payload) as Ready['payload'];
    const ready = await settleSupplies(call, commit, kind, whole, earlier, newId);
    await appendEdit(call, commit, row, ready.payload);
    await applyEdit(call, commit, row, ready);
    await followParent(call, commit, { ...ready, id: row.id, type: row.type }, newId);
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

/** Prices that this person does not see stay as they stand. */
async function keptPrices(call: Call, commit: Commit, row: MovementRow): Promise<Record<string, unknown>> {
  const kind = recordedKind(row.type);
  if (!kind || (await sightOf(commit.trx, commit.organizationId, call.role)) === 'with-money') return {};
  const money = new Set(moneyFieldsOf(kind));
  return Object.fromEntries(Object.entries(JSON.parse(row.payload) as object).filter(([name]) => money.has(name)));
}

async function applyEdit(call: Call, commit: Commit, row: MovementRow, ready: Settled): Promise<void> {
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
  await repostSupplies(call, commit, { id: row.id, date }, ready.supplies);
}

/** The review of the row with these reasons added. */
function marked(
  call: Call,
  row: MovementRow,
  reasons: readonly ReviewReason[],
): { review: string | null; updated_at: string } {
  const review = row.review ? (JSON.parse(row.review) as Review) : { reasons: [] };
  // An edit that names places anew answers the doubt about them.
  const all = [...new Set([...review.reasons.filter((reason) => reason !== 'missing_reference'), ...reasons])];
  return {
    review: all.length > 0 ? JSON.stringify({ ...review, reasons: all }) : null,
    updated_at: new Date(call.now).toISOString(),
  };
}

/** Refuses a change that would leave a later day without its animals, naming the movements that need them. */
async function refuseDependents(commit: Commit, row: MovementRow, deltas: readonly DatedPosting[]): Promise<void> {
  const shortage = await findShortage(commit.trx, commit.organizationId, deltas);
  if (!shortage) return;
  const later = await commit.trx
    .selectFrom('postings')
    .innerJoin('movements', 'movements.id', 'postings.movement_id')
    .select(['movements.id', 'movements.type', 'movements.date', 'movements.reference'])
    .where('postings.organization_id', '=', commit.organizationId)
    .where('postings.category_id', '=', shortage.cell.category)
    .where('postings.head', '<', 0)
    .where('postings.date', '>=', row.date)
    .where('movements.id', '!=', row.id)
    .orderBy('movements.date')
    .limit(20)
    .execute();
  const names = later.map(
    (movement) => `${movement.reference ?? movement.type} (${movement.date.split('-').toReversed().join('/')})`,
  );
  refuse('DEPENDENT_MOVEMENTS', {
    message: names.length > 0 ? serverSentences.deleteLaterFirst(names.slice(0, 3)) : serverSentences.animalsGone,
    parts: { movements: later },
  });
}

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
  await repostSupplies(call, commit, row, []);
  await followParent(call, commit, { id: row.id, type: row.type, payload: null, isFieldRecord }, newId);
  commit.announce('movement-deleted', { id: row.id });
  return { alreadyDeleted: false };
}
