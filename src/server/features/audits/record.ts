import {
  type Audit,
  type AuditForm,
  auditPostings,
  type AuditState,
  auditSummary,
  differs,
} from '../../../domain/movements/audit.ts';
import type { Review, ReviewReason } from '../../../domain/movements/movement.ts';
import { mayChange } from '../../../domain/movements/permissions.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import type { MovementRow } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse } from '../../frame/call.ts';
import { appendEdit } from '../../frame/edit-history.ts';
import { postingsOf, repost } from '../../frame/ledger.ts';
import { namesOf } from '../../frame/names.ts';
import { markLeftBehind } from '../../frame/left-behind.ts';
import { markNegativeCells } from '../../frame/negative-cells.ts';
import { recordedAt } from '../../frame/recorded-at.ts';
import { shown } from '../../frame/shown-movement.ts';
import { presentStored, writeMovement } from '../../frame/write-movement.ts';
import { bookOf, countAnimals } from './count.ts';

/** A count as its movement keeps it. */
type Content = Audit & Readonly<Record<string, unknown>>;

/** Who may approve counts books his own at once; what agrees with the book needs nobody's approval. */
const stateFor = (call: Call, audit: Pick<Audit, 'counted'>): AuditState =>
  roleMay(call.role ?? 'user', 'review') || !differs(audit) ? 'aprobado' : 'pendiente';

const linesOf = (audit: Pick<Audit, 'counted'>) => audit.counted.map(({ type, count }) => ({ type, count }));

/** Parts of a body that stand in a count as they were said. */
const saidBy = ({ detail, photos }: AuditForm) => ({ ...(detail && { detail }), ...(photos && { photos }) });

/** Hands in a count. The client's id becomes the row's: a second arrival finds it. */
export async function createAudit(call: Call<AuditForm>, commit: Commit, newId: () => string): Promise<Answer> {
  const { cid, date, offline } = call.body;
  if (cid) {
    const earlier = await commit.trx
      .selectFrom('movements')
      .select('organization_id')
      .where('id', '=', cid)
      .executeTakeFirst();
    if (earlier && earlier.organization_id !== commit.organizationId) refuse('CONFLICT');
    if (earlier) return await shown(call, commit, cid);
  }
  const { audit, was } = await countAnimals(call, commit, null);
  const content: Content = { ...saidBy(call.body), ...audit, state: stateFor(call, audit) };
  const id = cid ?? newId();
  const reasons = reasonsOf(content.state, Object.keys(was).length > 0);
  const isBooked = content.state === 'aprobado';
  await writeMovement(call, commit, {
    id,
    type: 'AUDIT_RECORD',
    date,
    lot: audit.lot_id,
    rodeo: audit.rodeo_id ?? null,
    payload: content,
    animals: linesOf(audit),
    postings: isBooked ? auditPostings(content, await bookOf(commit, audit, date, null)) : [],
    reference: auditSummary(content, await namesOf(commit.trx, commit.organizationId)),
    was,
    review: reasons.length > 0 ? { reasons } : null,
    isFieldRecord: offline === true,
    ...recordedAt(call, call.body),
  });
  return await shown(call, commit, id);
}

const reasonsOf = (state: AuditState, isPlaceGone: boolean): ReviewReason[] => [
  ...(state === 'pendiente' ? (['role'] as const) : []),
  ...(isPlaceGone ? (['missing_reference'] as const) : []),
];

/** The movement of a count that a person made; what a new lot or a changed figure wrote is not one. */
export async function rowOfAudit(commit: Commit, id: string): Promise<MovementRow> {
  const row = await commit.trx
    .selectFrom('movements')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', commit.organizationId)
    .where('type', '=', 'AUDIT_RECORD')
    .executeTakeFirst();
  return row && Array.isArray((JSON.parse(row.payload) as Partial<Audit>).counted) ? row : refuse('NOT_FOUND');
}

/** The count that a movement keeps. */
export const auditOf = (row: MovementRow): Content => JSON.parse(row.payload) as Content;

/** Corrects a count: read anew against the book. What the office booked or refused, a hand does not change any more. */
export async function updateAudit(call: Call<AuditForm>, commit: Commit): Promise<Answer> {
  const row = await rowOfAudit(commit, call.params['id'] ?? '');
  const before = auditOf(row);
  const mayReview = roleMay(call.role ?? 'user', 'review');
  const isDecided = before.state === 'rechazado' || (before.state === 'aprobado' && differs(before));
  const isOpen = mayReview || !isDecided;
  if (!isOpen || !mayChange(call.role ?? 'user', call.actor?.userId ?? '', row, call.now)) refuse('FORBIDDEN');
  if (row.deleted === 1) refuse('CONFLICT');
  const { audit, was } = await countAnimals(call, commit, row.id);
  // A correction by the office of what waits is no approval yet; one of what was decided stands as decided.
  const state = before.state === 'pendiente' && differs(audit) ? 'pendiente' : stateFor(call, audit);
  const content: Content = { ...saidBy(call.body), ...audit, state };
  await book(call, commit, row, {
    content,
    date: call.body.date,
    lot: audit.lot_id,
    rodeo: audit.rodeo_id ?? null,
    was: Object.keys(was).length > 0 ? JSON.stringify(was) : null,
  });
  return await shown(call, commit, row.id);
}

interface Written {
  readonly content: Content;
  readonly date: string;
  readonly lot: string | null;
  readonly rodeo: string | null;
  readonly was: string | null;
}

/** Writes a count anew over its movement, with its history: booked where it is approved, out of the book where it is not. */
export async function book(call: Call, commit: Commit, row: MovementRow, written: Written): Promise<void> {
  const { content, date, lot, rodeo, was } = written;
  await appendEdit(call, commit, row, content);
  const rest = ((row.review ? (JSON.parse(row.review) as Review) : null)?.reasons ?? []).filter(
    (reason) => reason !== 'role' && reason !== 'missing_reference',
  );
  const reasons = [...rest, ...reasonsOf(content.state, was !== null)];
  const { detail } = content;
  await commit.trx
    .updateTable('movements')
    .set({
      date,
      lot_id: lot,
      rodeo_id: rodeo,
      was,
      detail: typeof detail === 'string' ? detail : null,
      payload: JSON.stringify(content),
      animals: JSON.stringify(linesOf(content)),
      reference: auditSummary(content, await namesOf(commit.trx, commit.organizationId)),
      review:
        reasons.length > 0 ? JSON.stringify({ ...(row.review && (JSON.parse(row.review) as Review)), reasons }) : null,
      updated_at: new Date(call.now).toISOString(),
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
  const ledger = await bookOf(commit, content, date, row.id);
  const postings = content.state === 'aprobado' ? auditPostings(content, ledger) : [];
  const before = await postingsOf(commit.trx, row.id);
  await markNegativeCells(commit, await repost(commit, { id: row.id, date }, before, postings), call.now);
  await markLeftBehind(commit, [...before, ...postings], date < row.date ? date : row.date, call.now);
  commit.touch('movements', row.id);
  const [movement] = await presentStored(commit, [row.id]);
  commit.announce('movement-updated', { movement });
}
