import { serverSentences } from '../../../contract/sentences-server.ts';
import { type AuditForm, type AuditState, auditSummary, mayChange, roleMay } from '../../../domain/index.ts';
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
import { appendEdit, bookLines, type Guard } from '../book/write-movement.ts';
import { findShortage, postingsOf } from '../book/ledger.ts';
import { namesOf } from '../present/names.ts';
import { reviewIn } from '../book/review-mark.ts';
import { announceChange, shown } from '../present/present-movement.ts';
import {
  auditOf,
  cellsIn,
  type Content,
  countAnimals,
  createAudit,
  decidedNow,
  decisionFor,
  linesOf,
  ownPostings,
  reasonsOf,
  rowOfAudit,
  saidBy,
  undecided,
} from './record.ts';
import { changedBy, setRow } from '../../rows/stored.ts';

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
