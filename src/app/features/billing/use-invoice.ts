import { useState } from 'react';
import type * as z from 'zod/mini';
import { invoiceEndpoints } from '#contract/endpoints/invoices.ts';
import type { Invoice, invoiceChanges } from '#domain';
import { useAnswer, useFarm, useLive, useNoSignal, useSession } from '#platform';
import type { FormFailure } from '#forms';
import { ask } from '#session/ask.ts';
import type { FarmViews, ThingView } from '#sync/farm.ts';
import { asFailure } from './save-invoice.ts';

type Changes = z.infer<typeof invoiceChanges>;

export interface OpenInvoice {
  /** Undefined while loading, null if there is none. */
  readonly invoice: Invoice | null | undefined;
  /** The unsent version on this device, if any. */
  readonly waiting: ThingView<Invoice> | null;
  /** Changes it: on this device while unsent, else on the server; null on success. */
  readonly change: (changes: Changes) => Promise<FormFailure | null>;
  readonly remove: () => Promise<FormFailure | null>;
  /** Needs the server, which is unreachable. */
  readonly cannotChange: boolean;
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
  const { session } = useSession();
  const [changed, setChanged] = useState<Invoice | null>(null);
  const params = { org: farm.organizationId, id };
  const asked = useAnswer(invoiceEndpoints.invoice, params, isWanted);
  return {
    busy: asked.busy,
    invoices: [asked.value?.invoice, changed],
    change: async (body: Changes): Promise<FormFailure | null> => {
      const answer = await ask(session, invoiceEndpoints.updateInvoice, { params, body });
      if (!answer.ok) return { message: answer.problem.message, issues: answer.problem.issues };
      setChanged(answer.value.invoice);
      void farm.acts.sendNow();
      return null;
    },
    remove: async (): Promise<FormFailure | null> => {
      const answer = await ask(session, invoiceEndpoints.deleteInvoice, { params });
      if (!answer.ok) return { message: answer.problem.message, issues: answer.problem.issues };
      void farm.acts.sendNow();
      return null;
    },
  };
}

/** One invoice: the unsent version, else the newest of this device and the server. */
export function useInvoice(id: string): OpenInvoice {
  const { acts } = useFarm();
  const hasNoSignal = useNoSignal();
  const held = useLive((views) => heldInvoice(views, id), [id]);
  const view = held === 'gone' ? null : held;
  const waiting = view && view.pendingOp !== null ? view : null;
  const server = useOnServer(id, held === null || (view !== undefined && view !== null && waiting === null));
  const known = [view?.row, ...server.invoices].filter((one) => one !== undefined && one !== null);
  const newest = known.toSorted((a, b) => b.version - a.version || b.attachments.length - a.attachments.length)[0];
  const shown = held === 'gone' ? undefined : (waiting?.row ?? newest);
  const isMissing = shown?.deleted === true || (held !== undefined && !shown && !server.busy);
  return {
    invoice: isMissing ? null : shown,
    waiting,
    cannotChange: hasNoSignal && waiting === null,
    change: async (body) =>
      waiting ? asFailure(await acts.editThing('invoice', id, body)) : await server.change(body),
    remove: async () => (waiting ? asFailure(await acts.deleteThing('invoice', id)) : await server.remove()),
  };
}
