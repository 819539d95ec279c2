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

/** Anything but a draft is whole and adds up. */
export function refuseIncomplete(call: Call, invoice: StoredInvoice): void {
  const issues = invoiceIssues(invoice, dayAt(call.now));
  if (issues.length > 0) refuse('INVALID_BODY', { issues });
}

/** Whether anything differs that stands on the paper itself. */
export const changesPaper = (before: StoredInvoice, after: StoredInvoice): boolean =>
  fiscalFields.some((name) => {
    const field = name as keyof StoredInvoice;
    return JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  });

/** The state that follows from what is paid; a draft stays one until somebody says that it is none. */
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
  // Nobody says that an invoice is paid: the payments do. Back to 'pendiente' is asked by taking them away.
  const isSaidPaid = asked === 'pagada' || asked === 'parcial';
  if (isSaidPaid && asked !== state) refuseAt('INVALID_BODY', 'payments', serverSentences.addPayments);
  return state;
}
