import { serverSentences } from '../../../contract/sentences-server.ts';
import type { AuditState } from '../../../domain/movements/audit.ts';
import { rules } from '../../../domain/movements/recount.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { shown } from '../present/shown-movement.ts';
import { book } from './book.ts';
import { auditOf, decidedNow, rowOfAudit } from './record.ts';

/**
 * Approves or rejects a pending count, once (domain.md §2.18). An approved one rules the ledger even if they agreed.
 */
export async function decide(
  call: Call,
  commit: Commit,
  state: Exclude<AuditState, 'pendiente'>,
  reason?: string,
): Promise<Answer> {
  const row = await rowOfAudit(commit, call.params.id ?? '');
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
