import { invoiceForm, type Issue, issuesOf, type StoredInvoice } from '#domain';
import { type InvoiceDraft, isSaid, type LineDraft } from './invoice-draft.ts';

const summed = /\.(net|amount|unit_price|quantity|heads|kg)$|^total$/;

/** What the call would refuse in how an invoice is written: words where an amount belongs, a line without its concept. */
const unreadable = (invoice: StoredInvoice): readonly Issue[] =>
  issuesOf(invoiceForm.safeParse(invoice).error?.issues ?? []);

/** What cannot be read of an amount or measure, so that nothing can be said of the sum; null if all can. */
export const unsummed = (issues: readonly Issue[]): string | null =>
  issues.find(({ path }) => summed.test(path))?.message ?? null;

/** The invoice with what its sums are reckoned from; with none of it where they cannot be. */
export function sumsReady(invoice: StoredInvoice): { readonly ready: StoredInvoice; readonly isUnread: boolean } {
  const isUnread = unsummed(unreadable(invoice)) !== null;
  return {
    ready: isUnread ? { ...invoice, lines: [], charges: [], withholdings: [], total: null } : invoice,
    isUnread,
  };
}

/** What cannot be read, at the form's fields: its blank lines are none of the invoice. */
export const unreadIn = (draft: InvoiceDraft, invoice: StoredInvoice): readonly Issue[] =>
  unreadable(invoice).flatMap((issue) => {
    const [list, at, ...rest] = issue.path.split('.');
    const lines: unknown = draft[list as keyof InvoiceDraft];
    if (!Array.isArray(lines) || at === undefined) return [issue];
    // The line of a ticket's total has no fields of its own.
    const place = [...lines.keys()].filter((index) => isSaid(lines[index] as Partial<LineDraft>))[Number(at)];
    return place === undefined ? [] : [{ ...issue, path: [list, place, ...rest].join('.') }];
  });
