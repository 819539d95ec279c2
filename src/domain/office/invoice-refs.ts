import type { Invoice, InvoiceRef } from './invoices.ts';

/** The few words of an invoice that its records keep. */
export function invoiceRef({ id, state, full_number: number }: Invoice): InvoiceRef {
  return { id, number: typeof number === 'string' && number !== '' ? number : null, state };
}

/** The records that an invoice is of (domain.md §2.8, linked in both directions): one that was annulled is of none. */
export const recordsOf = (invoice: Invoice): readonly string[] =>
  invoice.state === 'anulada' ? [] : invoice.movement_ids;

/** What the way to an invoice is called. */
export const invoiceWords = ({ number }: InvoiceRef): string => (number ? `Factura ${number}` : 'Factura sin número');
