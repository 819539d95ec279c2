import * as z from 'zod/mini';
import { noFilesMessage } from '../../domain/office/file-types.ts';
import { idSchema } from '../../domain/movements/fields.ts';
import { invoice } from '../../domain/things/invoice.ts';
import { get, post } from '../endpoint.ts';
import { plain } from './answers.ts';
import { callsOfThing } from './things.ts';

const calls = callsOfThing(invoice);

/** Parsed from multipart, never JSON. */
const fileSchema = z.strictObject({ name: z.string(), bytes: z.instanceof(Uint8Array) });

/** For those who see money (wire.md, the rest). */
export const invoiceEndpoints = {
  ...calls,
  /** Without `invoice_id`, the files make a draft. */
  uploadInvoice: post(
    '/api/invoice/{org}/upload',
    z.strictObject({
      invoice_id: z.optional(idSchema),
      cid: z.optional(z.uuid()),
      files: z.array(fileSchema).check(z.minLength(1, { error: noFilesMessage })),
    }),
    calls.createInvoice.answer,
    { carries: 'form', leave: { path: calls.invoices.path, query: { limit: '1' } }, may: 'see-money' },
  ),
  invoiceFile: get('/api/invoice/{org}/file/{fileId}', plain, { may: 'see-money', carries: 'file' }),
} as const;
