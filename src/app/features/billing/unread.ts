import { invoiceForm, type Issue, issuesOf, type StoredInvoice } from '#domain';
import { type InvoiceDraft, isSaid } from './invoice-draft.ts';

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
export function unreadIn(draft: InvoiceDraft, invoice: StoredInvoice): readonly Issue[] {
  const places = {
    lines: draft.lines.flatMap((line, at) => (isSaid(line) ? [at] : [])),
    charges: draft.charges.flatMap(({ amount }, at) => (amount ? [at] : [])),
    withholdings: draft.withholdings.flatMap(({ amount }, at) => (amount ? [at] : [])),
  };
  return unreadable(invoice).flatMap(({ path, message }) => {
    const [, list, at, rest = ''] = /^(lines|charges|withholdings)\.(\d+)(.*)/.exec(path) ?? [];
    if (list === undefined) return [{ path, message }];
    // The line of a ticket's total has no fields of its own.
    const place = places[list as keyof typeof places][Number(at)];
    return place === undefined ? [] : [{ path: `${list}.${place}${rest}`, message }];
  });
}
