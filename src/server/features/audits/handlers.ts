import type { AuditForm } from '../../../domain/movements/audit.ts';
import { type Handlers, write } from '../../frame/call.ts';
import { updateAudit } from './correct.ts';
import { decide } from './decide.ts';
import { createAudit } from './record.ts';

/** Counts of animals (domain.md §3.7): handed in by anybody, booked when the office approves them. */
export const auditHandlers = (newId: () => string): Handlers => ({
  createAudit: write<AuditForm>((call, commit) => createAudit(call, commit, newId)),
  updateAudit: write<AuditForm>(updateAudit),
  approveAudit: write((call, commit) => decide(call, commit, 'aprobado')),
  rejectAudit: write<{ readonly reason?: string }>((call, commit) =>
    decide(call, commit, 'rechazado', call.body.reason),
  ),
});
