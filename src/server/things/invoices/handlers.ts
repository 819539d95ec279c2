import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  blankInvoice,
  centsOf,
  dayAt,
  fileLimits,
  type FileType,
  fileTypeOf,
  fileTypes,
  fiscalFields,
  identityOf,
  type invoiceChanges,
  type invoiceForm,
  invoiceIssues,
  type InvoiceState,
  isOwed,
  isNamedAs,
  paymentState,
  type StoredInvoice,
  sumsOf,
  withoutControls,
} from '../../../domain/index.ts';
import type { InvoiceRow } from '../../database/tables-office.ts';
import { type Db, farmRows, insertRows, rowsWhere } from '../../database/tables.ts';
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
import type { FileStore, SentFile } from '../../files/store.ts';
import { presentInvoices } from '../../herd/book/invoices.ts';
import { changeOffice, contentOf, deleteOffice, isLiving, newOfficeRow, pageOf, scopeOf } from '../../rows/office.ts';
import { isoOf, refuseIssues, rowOf, sentOnly, without } from '../../rows/stored.ts';
import { cameBefore, duplicateOf, invoiceRow, join, joinDraft, livingInvoice, shown } from './rows.ts';
import { createHash } from 'node:crypto';
import { withoutMetadata } from '../../../domain/office/picture-metadata.ts';
import type * as z from 'zod/mini';

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
  refusePayments(blankInvoice, stored, asked === 'borrador');
  const duplicate = await duplicateOf(commit, stored, null);
  if (duplicate) return await join(call, commit, duplicate, { ...stored, id: cid, isConfirmed: asked !== 'borrador' });
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
  const { state: asked, base_version, ...changes } = without(call.body, 'cid', 'offline');
  if (row.state === 'anulada') return refuse('CONFLICT', { message: serverSentences.invoiceAnnulled });
  // Payments come as a whole list: one of an older invoice would lose those made since.
  if (base_version !== undefined && base_version !== row.version)
    return refuse('CONFLICT', { message: serverSentences.invoiceChanged });
  await checkNamed(commit, changes);
  const before = contentOf<StoredInvoice>(row);
  const stored: StoredInvoice = { ...before, ...sentOnly(changes) };
  refusePayments(before, stored, row.state === 'borrador' && (asked ?? 'borrador') === 'borrador');
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

const emptyIn = ({ payments }: StoredInvoice): number =>
  payments.filter((payment) => centsOf(payment.amount) === 0n).length;

/**
 * What nobody owes takes no payment (decision 0075), nor does a draft, and none is of $ 0,00; those that are there from before stay until they
 * are taken out.
 */
function refusePayments(before: StoredInvoice, after: StoredInvoice, isDraft: boolean): void {
  const [known, now] = [before.payments.length, after.payments.length];
  const refusePayment = (why: 'takesNoPayment' | 'draftTakesNoPayment' | 'noEmptyPayment'): never =>
    refuseAt('INVALID_BODY', 'payments', serverSentences[why]);
  if (!isOwed(after) && now > (isOwed(before) ? 0 : known)) refusePayment('takesNoPayment');
  if (isDraft && now > known) refusePayment('draftTakesNoPayment');
  if (emptyIn(after) > emptyIn(before)) refusePayment('noEmptyPayment');
}

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

interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Upload {
  readonly invoice_id?: string;
  readonly cid?: string;
  readonly files: readonly GivenFile[];
}

interface Page extends GivenFile {
  readonly type: FileType;
  readonly digest: string;
}

/** The type by content, and the bytes without camera metadata; refuses other types and sizes. */
function asPage({ name, bytes: given }: GivenFile): Page {
  if (given.length > fileLimits.bytes) return refuse('BODY_TOO_LARGE', { message: serverSentences.fileTooLarge });
  const type = fileTypeOf(given);
  if (type === null || !isNamedAs(name, type)) return refuse('FILE_TYPE', { message: serverSentences.fileTypes });
  const bytes = withoutMetadata(given, type);
  return { name: namedAs(name, type), bytes, type, digest: createHash('sha256').update(bytes).digest('base64url') };
}

/** A name to show and to save under, with the right extension. Never used as a path of ours. */
function namedAs(given: string, type: FileType): string {
  const base = withoutControls(given.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\r\n\t"]/g, '')
    .replace(/\.(pdf|jpe?g|jfif|png)$/i, '')
    .trim();
  return `${(base || 'archivo').slice(0, fileLimits.nameLength)}.${fileTypes[type]}`;
}

/** Attaches files, to a new draft if need be: a photo is kept whatever else is known (domain.md §2.8). */
async function upload(call: Call<Upload>, commit: Commit, store: FileStore): Promise<Answer> {
  const { invoice_id, cid } = call.body;
  const pages = call.body.files.map(asPage);
  const invoiceId = invoice_id ? (await livingInvoice(commit, invoice_id)).id : await draftOf(call, commit, cid);
  const there = await farmRows(commit, 'files').select(['digest', 'size', 'invoice_id']).execute();
  const own = new Set(there.filter((file) => file.invoice_id === invoiceId).map((file) => file.digest));
  const fresh = [...new Map(pages.map((page) => [page.digest, page])).values()].filter((page) => !own.has(page.digest));
  if (own.size + fresh.length > fileLimits.perInvoice)
    refuse('BODY_TOO_LARGE', { message: serverSentences.tooManyFiles(fileLimits.perInvoice) });
  const bytes = [...there.map((file) => file.size), ...fresh.map((page) => page.bytes.length)];
  if (bytes.reduce((sum, one) => sum + one, 0) > fileLimits.bytesPerOrganization)
    refuse('BODY_TOO_LARGE', { message: serverSentences.storeFull });
  for (const page of fresh) await keep(call, commit, invoiceId, page, call.newId(), store);
  if (fresh.length > 0) {
    commit.touch('invoices', invoiceId);
    commit.announce('invoice-updated', {});
  }
  return await shown(call, commit, invoiceId);
}

async function draftOf(call: Call, commit: Commit, cid: string | undefined): Promise<string> {
  if (cid && (await cameBefore(commit, cid))) return (await livingInvoice(commit, cid)).id;
  const id = cid ?? call.newId();
  const stored = { ...blankInvoice, source: 'foto' as const };
  await insertRows(commit.trx, 'invoices', {
    ...newOfficeRow(call, commit, id, stored),
    state: 'borrador',
    identity: identityOf(stored),
  });
  commit.touch('invoices', id);
  commit.announce('invoice-created', {});
  return id;
}

async function keep(
  call: Call,
  commit: Commit,
  invoice_id: string,
  { name, type, digest, bytes }: Page,
  id: string,
  store: FileStore,
): Promise<void> {
  commit.ifUndone(() => store.remove(id));
  await store.write(id, bytes);
  call.afterCommit(() => store.settle(id));
  await insertRows(commit.trx, 'files', {
    id,
    organization_id: commit.organizationId,
    invoice_id,
    name,
    type,
    size: bytes.length,
    digest,
    created_by: call.actor?.userId ?? null,
    created_at: isoOf(call),
  });
}

/** A file of this farm, whose invoice is not deleted. */
async function invoiceFile(call: Call, db: Db, store: FileStore): Promise<Answer> {
  const row = await db
    .selectFrom('files')
    .innerJoin('invoices', 'invoices.id', 'files.invoice_id')
    .select(['files.id', 'files.name', 'files.type'])
    .where('files.id', '=', call.params.fileId ?? '')
    .where('files.organization_id', '=', farmOf(call))
    .where('invoices.deleted', '=', 0)
    .executeTakeFirst();
  const { id, name, type } = row ?? refuse('NOT_FOUND');
  const file: SentFile = { name, type, bytes: await store.read(id) };
  return { file };
}
