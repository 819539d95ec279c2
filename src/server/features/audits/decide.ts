import { serverSentences } from '../../../contract/sentences-server.ts';
import type { AuditState } from '../../../domain/movements/audit.ts';
import { type Answer, type Call, type Commit, refuse } from '../../frame/call.ts';
import { shown } from '../../frame/shown-movement.ts';
import { auditOf, book, rowOfAudit } from './record.ts';

/** Approves or rejects a count that waits (domain.md §2.18): what was decided stays decided, and saying it twice is saying it once. */
export async function decide(
  call: Call,
  commit: Commit,
  state: Exclude<AuditState, 'pendiente'>,
  reason?: string,
): Promise<Answer> {
  const row = await rowOfAudit(commit, call.params['id'] ?? '');
  const audit = auditOf(row);
  if (row.deleted === 1) refuse('CONFLICT');
  if (audit.state === state) return await shown(call, commit, row.id);
  if (audit.state !== 'pendiente') refuse('CONFLICT', { message: serverSentences.countDecided });
  const decision = { decided_by: call.actor?.userId ?? null, decided_at: new Date(call.now).toISOString() };
  const content = { ...audit, state, ...decision, ...(reason && { rejection: reason }) };
  await book(call, commit, row, { content, date: row.date, lot: row.lot_id, rodeo: row.rodeo_id, was: row.was });
  return await shown(call, commit, row.id);
}
