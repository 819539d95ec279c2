import { type EndpointHandlers, write } from '../../kernel/call.ts';
import { updateAudit } from './correct.ts';
import { decide } from './decide.ts';
import { createAudit } from './record.ts';

/** Counts of animals (domain.md §3.7): anybody hands them in, the office's approval books them. */
export const auditHandlers = (newId: () => string): EndpointHandlers => ({
  createAudit: write((call, commit) => createAudit(call, commit, newId)),
  updateAudit: write(updateAudit),
  approveAudit: write((call, commit) => decide(call, commit, 'aprobado')),
  rejectAudit: write((call, commit) => decide(call, commit, 'rechazado', call.body.reason)),
});
