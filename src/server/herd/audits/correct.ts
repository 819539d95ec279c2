import { serverSentences } from '../../../contract/sentences-server.ts';
import type { AuditForm } from '../../../domain/movements/audit.ts';
import { mayChange } from '../../../domain/movements/permissions.ts';
import { rules } from '../../../domain/movements/recount.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import type { Guard } from '../book/book-lines.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { findShortage } from '../book/ledger.ts';
import { shown } from '../present/shown-movement.ts';
import { book } from './book.ts';
import { countAnimals } from './count.ts';
import { auditOf, type Content, decisionFor, rowOfAudit, saidBy, undecided } from './record.ts';

/** Corrects a count, compared anew with the ledger. Once the office decided, hands may not change it. */
export async function updateAudit(call: Call<AuditForm>, commit: Commit): Promise<Answer> {
  const row = await rowOfAudit(commit, call.params.id ?? '');
  const before = auditOf(row);
  const mayReview = roleMay(call.role ?? 'user', 'review');
  const isOpen = mayReview || !(before.state === 'rechazado' || rules(before));
  if (!isOpen || !mayChange(call.role ?? 'user', call.actor?.userId ?? '', row, call.now)) refuse('FORBIDDEN');
  if (row.deleted === 1) refuse('CONFLICT');
  const counted = await countAnimals(call, commit, before.counted);
  const { audit, was } = counted;
  // Correcting a pending count does not approve it; a decided one stays decided.
  const decision = before.state === 'pendiente' ? undecided(counted) : decisionFor(call, counted);
  const content: Content = { ...saidBy(call.body), ...audit, ...decision };
  // The office may not correct an opening below what has left since (domain.md §3.0, Edit).
  const guard: Guard = async (changes) => {
    const shortage = await findShortage(commit.trx, commit.organizationId, changes);
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
