import type * as z from 'zod/mini';
import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  blankInvoice,
  dayAt,
  fiscalFields,
  identityOf,
  type invoiceChanges,
  type invoiceForm,
  invoiceIssues,
  type InvoiceState,
  paymentState,
  type StoredInvoice,
  sumsOf,
} from '../../../domain/index.ts';
import type { InvoiceRow } from '../../database/tables-office.ts';
import { insertRows, rowsWhere } from '../../database/tables.ts';
import {
  type Answer,
  type Call,
  type Commit,
  type EndpointHandlers,
  farmOf,
  idOf,
  read,
  type Read,
  refuse,
  refuseAt,
  write,
} from '../../kernel/call.ts';
import type { FileStore } from '../../files/store.ts';
import { presentInvoices } from '../../herd/book/invoices.ts';
import { changeOffice, contentOf, deleteOffice, isLiving, newOfficeRow, pageOf, scopeOf } from '../../rows/office.ts';
import { refuseIssues, rowOf, sentOnly, without } from '../../rows/stored.ts';
import { cameBefore, duplicateOf, invoiceRow, join, joinDraft, livingInvoice, shown } from './rows.ts';
import { invoiceFile, upload } from './files.ts';

type InvoiceForm = z.infer<typeof invoiceForm>;
type InvoiceChanges = z.infer<typeof invoiceChanges>;

const list: Read = async (call, db) => {
  const rows = await rowsWhere(db, 'invoices', { organization_id: farmOf(call) })
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const { page, ...rest } = pageOf(rows, call.query, isLiving);
  return { invoices: await presentInvoices(scopeOf(call, db), page, call.now), ...rest };
};

const one: Read = async (call, db) => {
  const row = await invoiceRow(scopeOf(call, db), idOf(call));
  const [invoice] = await presentInvoices(scopeOf(call, db), [row], call.now);
  return { invoice };
};

/** References must be the farm's. */
async function checkNamed(commit: Commit, form: Pick<InvoiceForm, 'movement_ids' | 'lines'>): Promise<void> {
  const named = [
    ...(form.movement_ids ?? []).map((id) => ['movements', id] as const),
    ...(form.lines ?? []).flatMap((line) => (line.category_id ? [['categories', line.category_id] as const] : [])),
  ];
  for (const [table, id] of named) {
    await rowOf(commit, table, id);
  }
}

async function create(call: Call<InvoiceForm>, commit: Commit): Promise<Answer> {
  const { cid, state: asked = 'borrador', ...form } = call.body;
  if (await cameBefore(commit, cid)) return await shown(call, commit, cid ?? '');
  await checkNamed(commit, form);
  const stored: StoredInvoice = { ...blankInvoice, ...sentOnly(without(form, 'offline')) };
  const duplicate = await duplicateOf(commit, stored, null);
  if (duplicate) return await join(call, commit, duplicate, stored, cid);
  if (asked !== 'borrador') refuseIncomplete(call, stored);
  const id = cid ?? call.newId();
  const state = asked === 'borrador' ? asked : paymentState(sumsOf(stored));
  await insertRows(commit.trx, 'invoices', {
    ...newOfficeRow(call, commit, id, { ...stored }),
    state,
    identity: identityOf(stored),
  });
  commit.touch('invoices', id);
  commit.announce('invoice-created', {});
  return await shown(call, commit, id);
}

async function update(call: Call<InvoiceChanges>, commit: Commit): Promise<Answer> {
  const row = await livingInvoice(commit, idOf(call));
  const { state: asked, ...changes } = without(call.body, 'cid', 'offline');
  if (row.state === 'anulada') return refuse('CONFLICT', { message: serverSentences.invoiceAnnulled });
  await checkNamed(commit, changes);
  const before = contentOf<StoredInvoice>(row);
  const stored: StoredInvoice = { ...before, ...sentOnly(changes) };
  if (asked === 'anulada' && !stored.cancel_reason) refuseAt('INVALID_BODY', 'cancel_reason', serverSentences.sayWhy);
  const state = asked === 'anulada' ? asked : nextState(call, row, stored, asked);
  if (row.state === 'pagada' && state === 'pagada' && changesPaper(before, stored))
    return refuse('CONFLICT', { message: serverSentences.invoicePaid });
  const duplicate = state === 'anulada' ? null : await duplicateOf(commit, stored, row.id);
  if (duplicate && row.state === 'borrador') return await joinDraft(call, commit, duplicate, row, stored);
  if (duplicate) return refuse('CONFLICT', { message: serverSentences.invoiceJoinedElsewhere });
  // An annulled invoice does not block the right one.
  const identity = state === 'anulada' ? null : identityOf(stored);
  if (await changeOffice(call, commit, 'invoices', row, { ...stored }, { state, identity }))
    commit.announce('invoice-updated', {});
  return await shown(call, commit, row.id);
}

async function remove(call: Call, commit: Commit): Promise<Answer> {
  const row = await invoiceRow(commit, idOf(call));
  const alreadyDeleted = await deleteOffice(call, commit, 'invoices', row);
  if (!alreadyDeleted) commit.announce('invoice-deleted', { id: row.id });
  return { alreadyDeleted };
}

/** Invoices (wire.md, the rest; domain.md §2.8). The core admits only those who see money. */
export const invoiceHandlers = (files: FileStore): EndpointHandlers => ({
  invoices: read(list),
  invoice: read(one),
  createInvoice: write(create),
  updateInvoice: write(update),
  deleteInvoice: write(remove),
  uploadInvoice: write((call, commit) => upload(call, commit, files)),
  invoiceFile: read((call, db) => invoiceFile(call, db, files)),
});

/** All but drafts must be complete. */
const refuseIncomplete = (call: Call, invoice: StoredInvoice): void =>
  refuseIssues(invoiceIssues(invoice, dayAt(call.now)));

const changesPaper = (before: StoredInvoice, after: StoredInvoice): boolean =>
  fiscalFields.some((name) => {
    const field = name as keyof StoredInvoice;
    return JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  });

/** The state by what is paid; a draft stays one until changed explicitly. */
function nextState(call: Call, row: InvoiceRow, stored: StoredInvoice, asked: InvoiceState | undefined): InvoiceState {
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
