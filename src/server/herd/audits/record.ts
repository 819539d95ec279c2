import {
  type Audit,
  type AuditForm,
  type AuditState,
  auditSummary,
  countAgainst,
  type CountedLine,
  dayAt,
  differs,
  lateDay,
  openingPostings,
  type Posting,
  type ReviewReason,
  roleMay,
} from '../../../domain/index.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import type { MovementRow } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse, roleOf } from '../../kernel/call.ts';
import { arrivedBefore, categoryOf, findRow, isoOf, namedPlace, refuseIssues } from '../../rows/stored.ts';
import { isCount, storedCount } from '../book/recounts.ts';
import { namesOf } from '../present/names.ts';
import { recordedAt, writeMovement } from '../book/write-movement.ts';
import { shown } from '../present/present-movement.ts';

/** A count as sent, with the names of places deleted meanwhile. */
interface Counted {
  readonly audit: Omit<Audit, 'state'>;
  readonly was: Readonly<Record<string, string>>;
}

/**
 * Checks a count's day, place and categories. The ledger fills in the differences later
 * (`server/herd/book/recounts.ts`); where the place is gone, the phone's stay. `stood`: the lines that a correction
 * replaces.
 */
export async function countAnimals(
  call: Call<AuditForm>,
  commit: Commit,
  stood: readonly CountedLine[] = [],
): Promise<Counted> {
  const { body } = call;
  refuseIssues(lateDay(body.date, dayAt(call.now)));
  const isField = body.offline === true;
  const lot = await placeOf(commit, 'lots', body.lot_id, isField);
  const rodeo = body.rodeo_id ? await placeOf(commit, 'rodeos', body.rodeo_id, isField) : null;
  const lines = [];
  for (const [index, line] of body.counted.entries()) {
    lines.push({ ...line, type: await categoryOf(commit, line.type, `counted.${index}.type`) });
  }
  const was = { ...(lot.was && { lot_id: lot.was }), ...(rodeo?.was && { rodeo_id: rodeo.was }) };
  const counted = countAgainst(body.kind, lines, () => [], stood);
  const isBooked = body.kind === 'recount' && Object.keys(was).length === 0;
  return {
    audit: {
      kind: body.kind,
      lot_id: lot.id,
      ...(body.rodeo_id !== undefined && { rodeo_id: rodeo?.id ?? null }),
      counted: isBooked ? counted.map((line) => ({ ...line, expected: line.count, difference: 0 })) : counted,
    },
    was,
  };
}

/** The lot or rodeo of a count; from the field only the name of one deleted meanwhile (domain.md §3.0). */
async function placeOf(
  commit: Commit,
  table: 'lots' | 'rodeos',
  id: string,
  isField: boolean,
): Promise<{ readonly id: string | null; readonly was?: string }> {
  const row = namedPlace(await findRow(commit, table, id), table, isField);
  return row.deleted === 1 ? { id: null, was: row.name } : { id };
}

/** A count as its movement stores it. */
export type Content = Audit & Readonly<Record<string, unknown>>;

type Decision = Pick<Audit, 'state' | 'decided_at' | 'decided_by'>;

export const decidedNow = (call: Call): Required<Pick<Audit, 'decided_at' | 'decided_by'>> => ({
  decided_by: call.actor?.userId ?? null,
  decided_at: isoOf(call),
});

/** Stored as agreeing with the ledger; becomes pending once it differs (`server/herd/book/recounts.ts`). */
export const undecided = (counted: Counted): Decision => ({
  state: isOfNoBook(counted) || differs(counted.audit) ? 'pendiente' : 'aprobado',
});

/** Reviewers' own counts are booked at once. */
export const decisionFor = (call: Call, counted: Counted): Decision =>
  roleMay(roleOf(call), 'review') && !isOfNoBook(counted)
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
export async function createAudit(call: Call<AuditForm>, commit: Commit): Promise<Answer> {
  const { cid, date, offline } = call.body;
  if (cid && (await arrivedBefore(commit, 'movements', cid))) return await shown(call, commit, cid);
  const counted = await countAnimals(call, commit);
  const { audit, was } = counted;
  const content: Content = { ...saidBy(call.body), ...audit, ...decisionFor(call, counted) };
  const id = cid ?? call.newId();
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
    reference: auditSummary(content, await namesOf(commit)),
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
  const row = await findRow(commit, 'movements', id);
  return row && isCount(row) ? row : refuse('NOT_FOUND');
}

export const auditOf = (row: MovementRow): Content => storedCount(row) as Content;
