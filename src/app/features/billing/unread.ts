import { invoiceForm, type Issue, issuesOf, type StoredInvoice } from '#domain';
import type { FormFailure } from '#forms';
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

/** Issues at the lines that are on the screen: blank ones are none of the invoice. */
const onScreen = (draft: InvoiceDraft, issues: readonly Issue[]): readonly Issue[] =>
  issues.flatMap((issue) => {
    const [list, at, ...rest] = issue.path.split('.');
    const lines: unknown = draft[list as keyof InvoiceDraft];
    if (!Array.isArray(lines) || at === undefined) return [issue];
    // The line of a ticket's total has no fields of its own: the total has its issues too.
    const place = [...lines.keys()].filter((index) => isSaid(lines[index] as Partial<LineDraft>))[Number(at)];
    return place === undefined ? [] : [{ ...issue, path: [list, place, ...rest].join('.') }];
  });

/** What cannot be read, at the form's lines. */
export const unreadIn = (draft: InvoiceDraft, invoice: StoredInvoice): readonly Issue[] =>
  onScreen(draft, unreadable(invoice));

export const ownCuitPath = 'own.cuit';
export const ownCuitWords = 'Cargá el CUIT de tu organización en Configuración';

/** What our own side lacks is set in Configuración, not in the form. */
export const ofOwnSide = (issue: Issue, direction: string | undefined): Issue =>
  issue.path === 'issuer.cuit' && direction === 'emitida' ? { path: ownCuitPath, message: ownCuitWords } : issue;

/** The form's field for a path: issues of a party stand at the other side's, for ours has none. */
export const fieldOf = (path: string): string =>
  path.replace(/^(issuer|recipient)\./, '').replace(/^(issuer|recipient)$/, 'name');

/** Why an invoice was not saved, at the fields that are on the screen. */
export const atFields = (draft: InvoiceDraft, failure: FormFailure | null): FormFailure | null =>
  failure && {
    ...failure,
    issues: onScreen(draft, failure.issues).map((issue) => {
      const { path, message } = ofOwnSide(issue, draft.direction);
      return { path: fieldOf(path), message };
    }),
  };
