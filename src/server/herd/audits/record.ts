import {
  type Audit,
  type AuditForm,
  type AuditState,
  auditSummary,
  differs,
  openingPostings,
} from '../../../domain/movements/audit.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import type { Posting } from '../../../domain/movements/ledger.ts';
import type { ReviewReason } from '../../../domain/movements/movement.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import type { MovementRow } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { isCount, storedCount } from '../book/counts.ts';
import { namesOf } from '../present/names.ts';
import { recordedAt } from '../book/recorded-at.ts';
import { shown } from '../present/shown-movement.ts';
import { writeMovement } from '../book/write-movement.ts';
import { type Counted, countAnimals } from './count.ts';

/** A count as its movement stores it. */
export type Content = Audit & Readonly<Record<string, unknown>>;

type Decision = Pick<Audit, 'state' | 'decided_at' | 'decided_by'>;

export const decidedNow = (call: Call): Required<Pick<Audit, 'decided_at' | 'decided_by'>> => ({
  decided_by: call.actor?.userId ?? null,
  decided_at: new Date(call.now).toISOString(),
});

/** Stored as agreeing with the ledger; becomes pending once it differs (`server/herd/book/recounts.ts`). */
export const undecided = (counted: Counted): Decision => ({
  state: isOfNoBook(counted) || differs(counted.audit) ? 'pendiente' : 'aprobado',
});

/** Reviewers' own counts are booked at once. */
export const decisionFor = (call: Call, counted: Counted): Decision =>
  roleMay(call.role ?? 'user', 'review') && !isOfNoBook(counted)
    ? { state: 'aprobado', ...decidedNow(call) }
    : undecided(counted);

/** A recount of a place that is gone is compared with nothing, and waits until it names another. */
const isOfNoBook = ({ audit, was }: Counted): boolean => audit.kind === 'recount' && Object.keys(was).length > 0;

/** An opening posts its animals; a recount's postings are derived from the ledger. */
export const ownPostings = (content: Content): Posting[] =>
  content.kind === 'opening' && content.state === 'aprobado' ? openingPostings(content) : [];

/** The cells that a count states. */
export const cellsIn = ({ lot_id: lot, rodeo_id, counted }: Content): Posting[] =>
  counted.map(({ type }) => ({ lot, rodeo: rodeo_id ?? null, category: type, head: 0 }));

export const linesOf = (audit: Pick<Audit, 'counted'>) => audit.counted.map(({ type, count }) => ({ type, count }));

export const saidBy = ({ detail, photos }: AuditForm) => ({ ...(detail && { detail }), ...(photos && { photos }) });

/** Hands in a count. The client's id becomes the row's, so a repeat finds it. */
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
  const counted = await countAnimals(call, commit);
  const { audit, was } = counted;
  const content: Content = { ...saidBy(call.body), ...audit, ...decisionFor(call, counted) };
  const id = cid ?? newId();
  const reasons = reasonsOf(content.state, Object.keys(was).length > 0);
  await writeMovement(call, commit, {
    id,
    type: count.type,
    date,
    lot: audit.lot_id,
    rodeo: audit.rodeo_id ?? null,
    payload: content,
    animals: linesOf(audit),
    postings: ownPostings(content),
    besides: cellsIn(content),
    reference: auditSummary(content, await namesOf(commit.trx, commit.organizationId)),
    was,
    review: reasons.length > 0 ? { reasons } : null,
    isFieldRecord: offline === true,
    ...recordedAt(call, call.body),
  });
  return await shown(call, commit, id);
}

export const reasonsOf = (state: AuditState, isPlaceGone: boolean): ReviewReason[] => [
  ...(state === 'pendiente' ? (['role'] as const) : []),
  ...(isPlaceGone ? (['missing_reference'] as const) : []),
];

/** The movement of a count made by a person, not one that a new lot or a changed figure wrote. */
export async function rowOfAudit(commit: Commit, id: string): Promise<MovementRow> {
  const row = await commit.trx
    .selectFrom('movements')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', commit.organizationId)
    .where('type', '=', count.type)
    .executeTakeFirst();
  return row && isCount(row) ? row : refuse('NOT_FOUND');
}

export const auditOf = (row: MovementRow): Content => storedCount(row) as Content;
