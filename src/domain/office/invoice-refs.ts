import type { Invoice, InvoiceRef } from './invoices.ts';

export function invoiceRef({ id, kind, state, full_number: number }: Invoice): InvoiceRef {
  return { id, kind, number: typeof number === 'string' && number !== '' ? number : null, state };
}

/** An invoice's records, linked in both directions (domain.md §2.8); none once annulled. */
export const recordsOf = (invoice: Invoice): readonly string[] =>
  invoice.state === 'anulada' ? [] : invoice.movement_ids;
