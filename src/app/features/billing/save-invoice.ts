import type { Issue, Result, StoredInvoice } from '#domain';
import { failureIn, type FormFailure } from '#forms';
import type { Farm, Saved, SaveProblem } from '#sync/farm.ts';
import type { InvoiceDraft } from './invoice-draft.ts';

/** Sentences of the parties lead to the fields of the other side: the own one has none. */
export const asFields = (issues: readonly Issue[]): readonly Issue[] =>
  issues.map(({ path, message }) => ({
    path: path.replace(/^(issuer|recipient)\./, '').replace(/^(issuer|recipient)$/, 'name'),
    message,
  }));

/** The same of a save that was not made; null when it was. */
export function asFailure(outcome: Result<unknown, SaveProblem>): FormFailure | null {
  const failed = failureIn(outcome);
  return failed && { ...failed, issues: asFields(failed.issues) };
}

/** What of an invoice its call takes. Undefined and null are the same to it, less to send. */
const bodyOf = (invoice: StoredInvoice): Record<string, unknown> =>
  Object.fromEntries(Object.entries(invoice).filter(([, value]) => value !== null));

/** Keeps the invoice and its files on this device, in one go with the end of its draft; they are sent by themselves (domain.md §2.8). */
export async function saveInvoice(
  farm: Farm,
  { cid, files }: InvoiceDraft,
  invoice: StoredInvoice,
  state: 'borrador' | 'pendiente',
  draftKey: string,
): Promise<Result<Saved, SaveProblem>> {
  const said = { ...bodyOf(invoice), ...(files.length > 0 && { papers: files }) };
  const isThere = (await farm.views.thing('invoice', cid)) !== null;
  if (!isThere) return await farm.acts.createThing('invoice', { ...said, cid, state }, draftKey);
  // The same form in another tab, or one of which an older app had sent the invoice and not its files.
  const changes = state === 'pendiente' ? { ...said, state } : said;
  return await farm.acts.editThing('invoice', cid, changes, draftKey);
}
