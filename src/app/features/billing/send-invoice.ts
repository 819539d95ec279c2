import { fillPath } from '../../../contract/endpoint.ts';
import { invoiceEndpoints } from '../../../contract/endpoints/invoices.ts';
import { invoiceForm, type KeptInvoice } from '../../../domain/office/invoices.ts';
import { failure, type Result, success } from '../../../domain/result.ts';
import { type Issue, issuesOf } from '../../../domain/validation.ts';
import type { FormFailure } from '../../frame/kept-form.ts';
import { ask, callFailureOf } from '../../session/ask.ts';
import type { Session } from '../../session/session.ts';
import type { Farm } from '../../sync/farm.ts';
import type { InvoiceDraft } from './invoice-draft.ts';

/** A file that goes up takes as long as a bad link needs. */
const uploadMs = 120_000;

export interface SentInvoice {
  readonly id: string;
  /** What the server says of it: that it was here already. */
  readonly message: string | null;
}

/** Sentences of the parties lead to the fields of the other side: the own one has none. */
export const asFields = (issues: readonly Issue[]): readonly Issue[] =>
  issues.map(({ path, message }) => ({
    path: path.replace(/^(issuer|recipient)\./, '').replace(/^(issuer|recipient)$/, 'name'),
    message,
  }));

/** What of an invoice its call takes. Undefined and null are the same to it, less to send. */
const bodyOf = (invoice: KeptInvoice): Record<string, unknown> =>
  Object.fromEntries(Object.entries(invoice).filter(([, value]) => value !== null));

/**
 * Makes the invoice and then sends its files. The client's id makes a repeated call find the same invoice, and the server knows a file
 * by its content: whatever was lost on the way, doing it again is safe.
 */
export async function sendInvoice(
  session: Session,
  farm: Farm,
  draft: InvoiceDraft,
  invoice: KeptInvoice,
  state: 'borrador' | 'pendiente',
): Promise<Result<SentInvoice, FormFailure>> {
  const parsed = invoiceForm.safeParse({ ...bodyOf(invoice), cid: draft.cid, state });
  if (!parsed.success) return failure({ message: null, issues: asFields(issuesOf(parsed.error.issues)) });
  const org = farm.organizationId;
  const made = await ask(session, invoiceEndpoints.createInvoice, { params: { org }, body: parsed.data });
  if (!made.ok) {
    const issues = asFields(made.problem.issues);
    return failure({ message: issues.length > 0 ? null : made.problem.message, issues });
  }
  const { invoice: stored, message } = made.value as {
    readonly invoice: { readonly id: string };
    readonly message?: string;
  };
  const failed = await sendFiles(session, farm, stored.id, draft.files);
  return failed === null ? success({ id: stored.id, message: message ?? null }) : failure(failed);
}

/** Sends files that this device keeps; null when all are there. */
export async function sendFiles(
  session: Session,
  farm: Farm,
  invoiceId: string,
  files: InvoiceDraft['files'],
): Promise<FormFailure | null> {
  if (files.length === 0) return null;
  const form = new FormData();
  form.set('invoice_id', invoiceId);
  for (const { digest, name } of files) {
    const found = await farm.blobs.open(digest);
    if (found.is === 'away') return { message: `${name} ya no está en este celular`, issues: [] };
    form.append('files', new File([found.bytes], name));
  }
  const path = fillPath(invoiceEndpoints.uploadInvoice.path, { org: farm.organizationId });
  const reply = await session.call({ method: 'POST', path, body: form, timeoutMs: uploadMs });
  if (reply.outcome === 'answer') return null;
  const why = callFailureOf(reply).message;
  return { message: `La factura se guardó, sus archivos no: ${why}. Probá de nuevo.`, issues: [] };
}
