import { failure, fileLimits, fileTypeOf, type Result, success } from '#domain';
import { compressed } from '#farm/attachments/compress.ts';
import type { Farm } from '#sync/farm.ts';
import type { InvoiceDraft } from './invoice-draft.ts';

export type Paper = InvoiceDraft['files'][number];

export const isPdf = ({ name, type = '' }: { readonly name: string; readonly type?: string }): boolean =>
  type === 'application/pdf' || /\.pdf$/i.test(name);

async function pdfBytes(file: File): Promise<Result<Uint8Array<ArrayBuffer>, string>> {
  if (file.size > fileLimits.bytes) return failure('El PDF pesa más de 10 MB. Sacale una foto o mandá uno más liviano');
  const bytes = new Uint8Array(await file.arrayBuffer());
  return fileTypeOf(bytes) === 'application/pdf'
    ? success(bytes)
    : failure('Ese PDF está cortado o no es un PDF. Descargalo de nuevo y probá otra vez');
}

async function photoBytes(file: File): Promise<Result<Uint8Array<ArrayBuffer>, string>> {
  const bytes = await compressed(file);
  return bytes ? success(bytes) : failure('No se puede leer ese archivo. Elegí una foto o un PDF');
}

/** Stores a paper on this device: photos shrunk, PDFs as they are. A failure is a sentence. */
export async function keepPaper(farm: Farm, file: File, invoiceId: string): Promise<Result<Paper, string>> {
  const bytes = isPdf(file) ? await pdfBytes(file) : await photoBytes(file);
  if (!bytes.ok) return bytes;
  const stored = await farm.blobs.keep(bytes.value, invoiceId);
  if (!stored.ok) return stored;
  return success({ digest: stored.value, name: isPdf(file) ? file.name : `${file.name.replace(/\.\w+$/, '')}.jpg` });
}

/** The papers with one more, without duplicates. */
export const withPaper = (papers: readonly Paper[], paper: Paper): readonly Paper[] => [
  ...papers.filter((one) => one.digest !== paper.digest),
  paper,
];

export const tooManyPapers = `Hasta ${fileLimits.perInvoice} archivos por factura`;
export const mostPapers = fileLimits.perInvoice;
