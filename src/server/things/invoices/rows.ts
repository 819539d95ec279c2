import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  blankInvoice,
  centsOf,
  dayAt,
  type Day,
  identityOf,
  invoiceIssues,
  isOverpaid,
  isOwed,
  paymentState,
  type StoredInvoice,
  sumsOf,
} from '../../../domain/index.ts';
import type { InvoiceRow } from '../../database/tables-office.ts';
import { farmRows, insertRows, setWhere } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { findInvoice, presentInvoices } from '../../herd/book/invoices.ts';
import { changeOffice, contentOf } from '../../rows/office.ts';
import { arrivedBefore, deletedBy, type Scope, setRow } from '../../rows/stored.ts';

/** Deleted ones too; refuses with NOT_FOUND. */
export const invoiceRow = async (scope: Scope, id: string): Promise<InvoiceRow> =>
  (await findInvoice(scope, id)) ?? refuse('NOT_FOUND');

/** Refuses deleted ones too. */
export async function livingInvoice(commit: Commit, id: string): Promise<InvoiceRow> {
  const row = await invoiceRow(commit, id);
  return row.deleted === 1 ? refuse('NOT_FOUND') : row;
}

/** Whether this client id came before, as an invoice or a duplicate capture. */
export const cameBefore = async (commit: Commit, cid: string | undefined): Promise<boolean> =>
  (await arrivedBefore(commit, 'invoices', cid)) || (await arrivedBefore(commit, 'invoice_captures', cid));

export async function shown(call: Call, commit: Commit, id: string): Promise<Answer> {
  const [invoice] = await presentInvoices(commit, [await invoiceRow(commit, id)], call.now);
  return { invoice };
}

/** Another invoice with the same issuer, letter, kind, point of sale and number. */
export async function duplicateOf(
  commit: Commit,
  invoice: StoredInvoice,
  ownId: string | null,
): Promise<InvoiceRow | null> {
  const identity = identityOf(invoice);
  if (identity === null) return null;
  const row = await farmRows(commit, 'invoices', { identity, deleted: 0 }).selectAll().executeTakeFirst();
  return row && row.id !== ownId ? row : null;
}

const isBlank = ([name, value]: readonly [string, unknown]): boolean =>
  JSON.stringify(value) === JSON.stringify(blankInvoice[name as keyof StoredInvoice]);

/** The payments of both, each once. */
const paymentsOf = (there: StoredInvoice, capture: StoredInvoice): StoredInvoice['payments'] => [
  ...there.payments,
  ...capture.payments.filter(
    ({ date, amount }) => !there.payments.some((one) => one.date === date && centsOf(one.amount) === centsOf(amount)),
  ),
];

/**
 * An invoice with what a second capture adds: its records, payments that are not there and fit, and to a draft without lines all that it
 * says; confirmed, such a draft is what it was confirmed as.
 */
function withCapture(row: InvoiceRow, capture: StoredInvoice, isConfirmed: boolean, today: Day) {
  const kept = contentOf<StoredInvoice>(row);
  const isDraft = row.state === 'borrador';
  const isFilled = isDraft && kept.lines.length === 0;
  const said = isFilled ? Object.fromEntries(Object.entries(capture).filter((field) => !isBlank(field))) : {};
  const movement_ids = [...new Set([...kept.movement_ids, ...capture.movement_ids])];
  const there: StoredInvoice = { ...kept, ...said, movement_ids, payments: kept.payments };
  const isReady = isFilled && isConfirmed && invoiceIssues(there, today).length === 0;
  if (isDraft && !isReady) return { stored: there, state: row.state };
  const paid = { ...there, payments: paymentsOf(there, capture) };
  const stored = isOwed(paid) && !isOverpaid(sumsOf(paid)) ? paid : there;
  return { stored, state: paymentState(sumsOf(stored)) };
}

/** Merges a duplicate capture into the existing invoice, whose id its own stands for (domain.md §2.8). */
export async function join(
  call: Call,
  commit: Commit,
  duplicate: InvoiceRow,
  { id, isConfirmed, ...invoice }: StoredInvoice & { readonly id: string | undefined; readonly isConfirmed: boolean },
): Promise<Answer> {
  if (id) {
    const capture = { organization_id: commit.organizationId, id, invoice_id: duplicate.id };
    await insertRows(commit.trx, 'invoice_captures', capture);
  }
  const { stored, state } = withCapture(duplicate, invoice, isConfirmed, dayAt(call.now));
  if (await changeOffice(call, commit, 'invoices', duplicate, { ...stored }, { state }))
    commit.announce('invoice-updated', {});
  const answer = await shown(call, commit, duplicate.id);
  return { ...answer, attached: true, message: serverSentences.invoiceJoined };
}

/** A draft that duplicates an invoice gives it its files and is deleted. */
export async function joinDraft(
  call: Call,
  commit: Commit,
  duplicate: InvoiceRow,
  draft: InvoiceRow,
  invoice: StoredInvoice,
): Promise<Answer> {
  await setWhere(
    commit.trx,
    'files',
    { organization_id: commit.organizationId, invoice_id: draft.id },
    { invoice_id: duplicate.id },
  );
  await setRow(commit, 'invoices', draft.id, deletedBy(call, draft));
  commit.touch('invoices', draft.id);
  commit.touch('invoices', duplicate.id);
  commit.announce('invoice-updated', {});
  return await join(call, commit, duplicate, { ...invoice, id: draft.id, isConfirmed: false });
}
