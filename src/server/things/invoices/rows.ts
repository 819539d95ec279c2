import { serverSentences } from '../../../contract/sentences-server.ts';
import { identityOf, type StoredInvoice } from '../../../domain/index.ts';
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

/**
 * Merges a duplicate capture into the existing invoice: links its records, and its id stands for that one (domain.md
 * §2.8).
 */
export async function join(
  call: Call,
  commit: Commit,
  duplicate: InvoiceRow,
  invoice: StoredInvoice,
  id: string | undefined,
): Promise<Answer> {
  if (id) {
    const capture = { organization_id: commit.organizationId, id, invoice_id: duplicate.id };
    await insertRows(commit.trx, 'invoice_captures', capture);
  }
  const stored = contentOf<StoredInvoice>(duplicate);
  const movement_ids = [...new Set([...stored.movement_ids, ...invoice.movement_ids])];
  if (await changeOffice(call, commit, 'invoices', duplicate, { ...stored, movement_ids }, {}))
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
  return await join(call, commit, duplicate, invoice, draft.id);
}
