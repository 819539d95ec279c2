import { invoiceNumber } from '../../domain/office/invoice-rules.ts';
import { paymentState, shownSums, sumsOf } from '../../domain/office/invoice-sums.ts';
import { invoiceEndpoints } from '../../contract/endpoints/invoices.ts';
import { thingSentences } from '../../contract/sentences-offline.ts';
import { blankInvoice, type Invoice, keptOf } from '../../domain/office/invoices.ts';
import type { Op } from '../store/op.ts';
import type { ThingRecord } from '../store/store.ts';

/** A photo or PDF of an invoice, by the name of its bytes on this phone. */
export interface Paper {
  readonly digest: string;
  /** As it was chosen: the server shows it under this. */
  readonly name: string;
}

/** The files that an act brings to its invoice. */
export const papersOf = ({ subject, shown }: Pick<Op, 'subject' | 'shown'>): readonly Paper[] => {
  const papers = subject === 'invoice' ? shown?.['papers'] : undefined;
  return Array.isArray(papers) ? (papers as readonly Paper[]) : [];
};

/** Who is on the other side and which paper it is, as lines of Pendientes name an invoice. */
function invoiceName(row: Readonly<Record<string, unknown>>): string {
  const kept = keptOf(row);
  const party = kept.direction === 'emitida' ? kept.recipient : kept.issuer;
  return [party?.name, invoiceNumber(kept)].filter(Boolean).join(' · ');
}

/** An invoice with what follows from what is said of it, as the server will show it (domain.md §2.8). */
function shownInvoice(row: ThingRecord): ThingRecord {
  const kept = keptOf(row);
  const isOpen = row['state'] !== 'borrador' && row['state'] !== 'anulada';
  return {
    ...row,
    ...shownSums(kept),
    full_number: invoiceNumber(kept),
    state: isOpen ? paymentState(sumsOf(kept)) : row['state'],
    // What the server found wrong with it was about other words.
    checks: null,
  };
}

/** An invoice as lists show it. */
export type InvoiceRow = Invoice;

/** How an invoice goes to the server and how it reads until it is there (decision 0035). */
export const invoiceThing = {
  create: invoiceEndpoints.createInvoice,
  edit: invoiceEndpoints.updateInvoice,
  remove: invoiceEndpoints.deleteInvoice,
  titles: thingSentences.invoice,
  blank: { ...blankInvoice, state: 'borrador', attachments: [], version: 0, deleted: false },
  nameOf: invoiceName,
  beside: ['papers'],
  derived: shownInvoice,
};
