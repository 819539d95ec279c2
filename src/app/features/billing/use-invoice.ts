import { useState } from 'react';
import type * as z from 'zod/mini';
import { invoiceEndpoints } from '#contract/endpoints/invoices.ts';
import type { Invoice, invoiceChanges, Result, StoredInvoice } from '#domain';
import { useAnswer, useAsk, useFarm, useLive, useNoSignal } from '#platform';
import { failureIn, type FormFailure } from '#forms';
import type { Farm, FarmViews, Saved, SaveProblem, ThingView } from '#sync/farm.ts';
import { type InvoiceDraft, withoutNulls } from './invoice-draft.ts';

/** An invoice, and how it is changed. */
export interface Changing {
  readonly invoice: Invoice;
  /** Changes it: on this device while unsent, else on the server; null on success. `base_version`: default the one that is shown. */
  readonly change: (changes: z.infer<typeof invoiceChanges>) => Promise<FormFailure | null>;
  /** Needs the server, which is unreachable. */
  readonly cannotChange: boolean;
}

export interface OpenInvoice extends Changing {
  readonly waiting: ThingView<Invoice> | null;
  readonly remove: () => Promise<FormFailure | null>;
}

/** The invoice on this device; `gone` while its deletion is unsent. */
async function heldInvoice(views: FarmViews, id: string): Promise<ThingView<Invoice> | 'gone' | null> {
  const view = await views.thing('invoice', id);
  if (view) return view;
  const pending = await views.pending();
  return pending.some((one) => one.subject === 'invoice' && one.entityId === id && one.act === 'delete')
    ? 'gone'
    : null;
}

function useOnServer(id: string, isWanted: boolean) {
  const farm = useFarm();
  const ask = useAsk();
  const [changed, setChanged] = useState<Invoice | null>(null);
  const params = { org: farm.organizationId, id };
  const asked = useAnswer(invoiceEndpoints.invoice, params, isWanted);
  const look = async (): Promise<void> => {
    const answer = await ask(invoiceEndpoints.invoice, { params });
    if (answer.ok) setChanged(answer.value.invoice);
  };
  return {
    busy: asked.busy,
    invoices: [asked.value?.invoice, changed],
    change: async (body: Parameters<Changing['change']>[0]): Promise<FormFailure | null> => {
      const answer = await ask(invoiceEndpoints.updateInvoice, { params, body });
      // Also where another change came first: the next try sees it.
      void farm.acts.sendNow();
      if (answer.ok) setChanged(answer.value.invoice);
      else if (answer.problem.code === 'CONFLICT') await look();
      return answer.ok ? null : answer.problem;
    },
    remove: async (): Promise<FormFailure | null> => {
      const answer = await ask(invoiceEndpoints.deleteInvoice, { params });
      if (!answer.ok) return answer.problem;
      void farm.acts.sendNow();
      return null;
    },
  };
}

/** The unsent version, else the newest of this device and the server. Undefined while loading, null if there is none. */
export function useInvoice(id: string): OpenInvoice | null | undefined {
  const { acts } = useFarm();
  const hasNoSignal = useNoSignal();
  const held = useLive((views) => heldInvoice(views, id), [id]);
  const view = held === 'gone' ? null : held;
  const waiting = view && view.pendingOp !== null ? view : null;
  const server = useOnServer(id, held === null || (view !== undefined && view !== null && waiting === null));
  const known = [view?.row, ...server.invoices].filter((one) => one !== undefined && one !== null);
  const newest = known.toSorted((a, b) => b.version - a.version || b.attachments.length - a.attachments.length)[0];
  const invoice = held === 'gone' ? undefined : (waiting?.row ?? newest);
  if (!invoice) return held === undefined || server.busy ? undefined : null;
  if (invoice.deleted) return null;
  return {
    invoice,
    waiting,
    cannotChange: hasNoSignal && waiting === null,
    change: async ({ base_version = invoice.version, ...body }) =>
      waiting ? failureIn(await acts.editThing('invoice', id, body)) : await server.change({ ...body, base_version }),
    remove: async () => (waiting ? failureIn(await acts.deleteThing('invoice', id)) : await server.remove()),
  };
}

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
