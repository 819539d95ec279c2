import type { Issue, Result, StoredInvoice } from '#domain';
import { failureIn, type FormFailure } from '#forms';
import type { Farm, Saved, SaveProblem } from '#sync/farm.ts';
import type { InvoiceDraft } from './invoice-draft.ts';

/** Issues of a party at the fields of the other side: ours has none. */
export const asFields = (issues: readonly Issue[]): readonly Issue[] =>
  issues.map(({ path, message }) => ({
    path: path.replace(/^(issuer|recipient)\./, '').replace(/^(issuer|recipient)$/, 'name'),
    message,
  }));

/** Why a save failed, at the form's fields; null on success. */
export function asFailure(outcome: Result<unknown, SaveProblem>): FormFailure | null {
  const failed = failureIn(outcome);
  return failed && { ...failed, issues: asFields(failed.issues) };
}

/** Null is the same as absent to the call, and less to send. */
const bodyOf = (invoice: StoredInvoice): Record<string, unknown> =>
  Object.fromEntries(Object.entries(invoice).filter(([, value]) => value !== null));

/** Saves an invoice and its files on this device and ends its draft, at once; they are sent in the background (domain.md §2.8). */
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
  // The same form in another tab, or an older app sent it without its files.
  const changes = state === 'pendiente' ? { ...said, state } : said;
  return await farm.acts.editThing('invoice', cid, changes, draftKey);
}
