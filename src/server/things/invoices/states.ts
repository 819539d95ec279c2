import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  dayAt,
  fiscalFields,
  invoiceIssues,
  type InvoiceState,
  paymentState,
  type StoredInvoice,
  sumsOf,
} from '../../../domain/index.ts';
import type { InvoiceRow } from '../../database/tables-office.ts';
import { type Call, refuse, refuseAt } from '../../kernel/call.ts';

/** All but drafts must be complete. */
export function refuseIncomplete(call: Call, invoice: StoredInvoice): void {
  const issues = invoiceIssues(invoice, dayAt(call.now));
  if (issues.length > 0) refuse('INVALID_BODY', { issues });
}

export const changesPaper = (before: StoredInvoice, after: StoredInvoice): boolean =>
  fiscalFields.some((name) => {
    const field = name as keyof StoredInvoice;
    return JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  });

/** The state by what is paid; a draft stays one until changed explicitly. */
export function nextState(
  call: Call,
  row: InvoiceRow,
  stored: StoredInvoice,
  asked: InvoiceState | undefined,
): InvoiceState {
  const isDraft = row.state === 'borrador';
  if (isDraft && (asked === undefined || asked === 'borrador')) return 'borrador';
  if (asked === 'borrador') return refuse('CONFLICT', { message: serverSentences.invoiceNoDraft });
  refuseIncomplete(call, stored);
  const state = paymentState(sumsOf(stored));
  // Only payments make it paid, and removing them makes it 'pendiente'.
  const isSaidPaid = asked === 'pagada' || asked === 'parcial';
  if (isSaidPaid && asked !== state) refuseAt('INVALID_BODY', 'payments', serverSentences.addPayments);
  return state;
}
