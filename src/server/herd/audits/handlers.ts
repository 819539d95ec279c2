import { serverSentences } from '../../../contract/sentences-server.ts';
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
  mayChange,
  openingPostings,
  type Posting,
  type ReviewReason,
  roleMay,
} from '../../../domain/index.ts';
import { rules } from '../../../domain/movements/recount.ts';
import type { MovementRow } from '../../database/tables.ts';
import {
  type Answer,
  type Call,
  type Commit,
  type EndpointHandlers,
  idOf,
  refuse,
  roleOf,
  userOf,
  write,
} from '../../kernel/call.ts';
import { appendEdit, bookLines, type Guard, recordedAt, writeMovement } from '../book/write-movement.ts';
import { findShortage, postingsOf } from '../book/ledger.ts';
import { reviewIn } from '../book/review-mark.ts';
import { announceChange, namesOf, shown } from '../present/present-movement.ts';
import {
  arrivedBefore,
  categoryOf,
  changedBy,
  findRow,
  isoOf,
  namedPlace,
  refuseIssues,
  setRow,
} from '../../rows/stored.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import { isCount, storedCount } from '../book/recounts.ts';

interface Written {
  readonly content: Content;
  readonly date: string;
  readonly lot: string | null;
  readonly rodeo: string | null;
  readonly was: string | null;
  readonly guard?: Guard | undefined;
}

async function book(call: Call, commit: Commit, row: MovementRow, written: Written): Promise<void> {
  const { content, date, lot, rodeo, was, guard } = written;
  await appendEdit(call, commit, row, content);
  const review = reviewIn(row.review);
  const rest = review.reasons.filter((reason) => reason !== 'role' && reason !== 'missing_reference');
  const reasons = [...rest, ...reasonsOf(content.state, was !== null)];
  const { detail } = content;
  await setRow(commit, 'movements', row.id, {
    date,
    lot_id: lot,
    rodeo_id: rodeo,
    was,
    detail: typeof detail === 'string' ? detail : null,
    payload: JSON.stringify(content),
    animals: JSON.stringify(linesOf(content)),
    reference: auditSummary(content, await namesOf(commit)),
    review: reasons.length > 0 ? JSON.stringify({ ...review, reasons }) : null,
    ...changedBy(call, row),
  });
  commit.touch('movements', row.id);
  await bookLines(
    call,
    commit,
    { ...row, date },
    {
      before: await postingsOf(commit.trx, row.id),
      after: ownPostings(content),
      wasOn: row.date,
      besides: [...cellsIn(auditOf(row)), ...cellsIn(content)],
      guard,
    },
  );
  await announceChange(commit, row.id);
}

/** Corrects a count, compared anew with the ledger. Once the office decided, hands may not change it. */
async function updateAudit(call: Call<AuditForm>, commit: Commit): Promise<Answer> {
  const row = await rowOfAudit(commit, idOf(call));
  const before = auditOf(row);
  const mayReview = roleMay(roleOf(call), 'review');
  const isOpen = mayReview || !(before.state === 'rechazado' || rules(before));
  if (!isOpen || !mayChange(roleOf(call), userOf(call), row, call.now)) refuse('FORBIDDEN');
  if (row.deleted === 1) refuse('CONFLICT');
  const counted = await countAnimals(call, commit, before.counted);
  const { audit, was } = counted;
  // Correcting a pending count does not approve it; a decided one stays decided.
  const decision = before.state === 'pendiente' ? undecided(counted) : decisionFor(call, counted);
  const content: Content = { ...saidBy(call.body), ...audit, ...decision };
  // The office may not correct an opening below what has left since (domain.md §3.0, Edit).
  const guard: Guard = async (changes) => {
    const shortage = await findShortage(commit, changes);
    if (shortage) refuse('DEPENDENT_MOVEMENTS', { message: serverSentences.animalsGone });
  };
  await book(call, commit, row, {
    content,
    date: call.body.date,
    lot: audit.lot_id,
    rodeo: audit.rodeo_id ?? null,
    was: Object.keys(was).length > 0 ? JSON.stringify(was) : null,
    guard: audit.kind === 'opening' && call.body.offline !== true ? guard : undefined,
  });
  return await shown(call, commit, row.id);
}

/**
 * Approves or rejects a pending count, once (domain.md §2.18). An approved one rules the ledger even if they agreed.
 */
async function decide(
  call: Call,
  commit: Commit,
  state: Exclude<AuditState, 'pendiente'>,
  reason?: string,
): Promise<Answer> {
  const row = await rowOfAudit(commit, idOf(call));
  const audit = auditOf(row);
  if (row.deleted === 1) refuse('CONFLICT');
  const isDecided = audit.kind === 'opening' || audit.state === 'rechazado' || rules(audit);
  if (audit.state === state && isDecided) return await shown(call, commit, row.id);
  if (audit.state !== state && audit.state !== 'pendiente')
    refuse('CONFLICT', { message: serverSentences.countDecided });
  if (state === 'aprobado' && audit.kind === 'recount' && row.was !== null)
    refuse('CONFLICT', { message: serverSentences.countPlaceGone });
  const content = { ...audit, state, ...decidedNow(call), ...(reason && { rejection: reason }) };
  await book(call, commit, row, { content, date: row.date, lot: row.lot_id, rodeo: row.rodeo_id, was: row.was });
  return await shown(call, commit, row.id);
}

/** Counts of animals (domain.md §3.7): anybody hands them in, the office's approval books them. */
export const auditHandlers: EndpointHandlers = {
  createAudit: write(createAudit),
  updateAudit: write(updateAudit),
  approveAudit: write((call, commit) => decide(call, commit, 'aprobado')),
  rejectAudit: write((call, commit) => decide(call, commit, 'rechazado', call.body.reason)),
};

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
async function countAnimals(
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
type Content = Audit & Readonly<Record<string, unknown>>;

type Decision = Pick<Audit, 'state' | 'decided_at' | 'decided_by'>;

const decidedNow = (call: Call): Required<Pick<Audit, 'decided_at' | 'decided_by'>> => ({
  decided_by: call.actor?.userId ?? null,
  decided_at: isoOf(call),
});

/** Stored as agreeing with the ledger; becomes pending once it differs (`server/herd/book/recounts.ts`). */
const undecided = (counted: Counted): Decision => ({
  state: isOfNoBook(counted) || differs(counted.audit) ? 'pendiente' : 'aprobado',
});

/** Reviewers' own counts are booked at once. */
const decisionFor = (call: Call, counted: Counted): Decision =>
  roleMay(roleOf(call), 'review') && !isOfNoBook(counted)
    ? { state: 'aprobado', ...decidedNow(call) }
    : undecided(counted);

/** A recount of a place that is gone is compared with nothing, and waits until it names another. */
const isOfNoBook = ({ audit, was }: Counted): boolean => audit.kind === 'recount' && Object.keys(was).length > 0;

/** An opening posts its animals; a recount's postings are derived from the ledger. */
const ownPostings = (content: Content): Posting[] =>
  content.kind === 'opening' && content.state === 'aprobado' ? openingPostings(content) : [];

/** The cells that a count states. */
const cellsIn = ({ lot_id: lot, rodeo_id, counted }: Content): Posting[] =>
  counted.map(({ type }) => ({ lot, rodeo: rodeo_id ?? null, category: type, head: 0 }));

const linesOf = (audit: Pick<Audit, 'counted'>) => audit.counted.map(({ type, count }) => ({ type, count }));

const saidBy = ({ detail, photos }: AuditForm) => ({ ...(detail && { detail }), ...(photos && { photos }) });

/** Hands in a count. The client's id becomes the row's, so a repeat finds it. */
async function createAudit(call: Call<AuditForm>, commit: Commit): Promise<Answer> {
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

const reasonsOf = (state: AuditState, isPlaceGone: boolean): ReviewReason[] => [
  ...(state === 'pendiente' ? (['role'] as const) : []),
  ...(isPlaceGone ? (['missing_reference'] as const) : []),
];

/** The movement of a count made by a person, not one that a new lot or a changed figure wrote. */
async function rowOfAudit(commit: Commit, id: string): Promise<MovementRow> {
  const row = await findRow(commit, 'movements', id);
  return row && isCount(row) ? row : refuse('NOT_FOUND');
}

const auditOf = (row: MovementRow): Content => storedCount(row) as Content;
