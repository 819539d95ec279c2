import type { Result, StoredInvoice } from '#domain';
import { failureIn, type FormFailure } from '#forms';
import type { Farm, Saved, SaveProblem } from '#sync/farm.ts';
import { type InvoiceDraft, withoutNulls } from './invoice-draft.ts';

/** The form's field for a path: issues of a party stand at the other side's, for ours has none. */
export const fieldOf = (path: string): string =>
  path.replace(/^(issuer|recipient)\./, '').replace(/^(issuer|recipient)$/, 'name');

/** Why a save failed, at the form's fields; null on success. */
export const asFailure = (outcome: Result<unknown, SaveProblem>): FormFailure | null => failureIn(outcome, fieldOf);

/** Saves an invoice with its files and ends its draft, at once; it is sent in the background (domain.md §2.8). */
export async function saveInvoice(
  farm: Farm,
  { cid, files }: InvoiceDraft,
  invoice: StoredInvoice,
  state: 'borrador' | 'pendiente',
  draftKey: string,
): Promise<Result<Saved, SaveProblem>> {
  const said = { ...withoutNulls(invoice), ...(files.length > 0 && { papers: files }) };
  const isThere = (await farm.views.thing('invoice', cid)) !== null;
  if (!isThere) return await farm.acts.createThing('invoice', { ...said, cid, state }, draftKey);
  // The same form in another tab, or an older app sent it without its files.
  const changes = state === 'pendiente' ? { ...said, state } : said;
  return await farm.acts.editThing('invoice', cid, changes, draftKey);
}
