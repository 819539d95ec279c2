import { createHash } from 'node:crypto';
import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  blankInvoice,
  fileLimits,
  type FileType,
  fileTypeOf,
  fileTypes,
  identityOf,
  isNamedAs,
  withoutControls,
} from '../../../domain/index.ts';
import { withoutMetadata } from '../../../domain/office/picture-metadata.ts';
import { type Answer, type Call, type Commit, farmOf, refuse } from '../../kernel/call.ts';
import type { FileStore, SentFile } from '../../files/store.ts';
import { newOfficeRow } from '../../rows/office.ts';
import { cameBefore, livingInvoice, shown } from './rows.ts';
import { type Db, farmRows, insertRows } from '../../database/tables.ts';
import { isoOf } from '../../rows/stored.ts';

interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Upload {
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
export async function upload(call: Call<Upload>, commit: Commit, store: FileStore): Promise<Answer> {
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
export async function invoiceFile(call: Call, db: Db, store: FileStore): Promise<Answer> {
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
