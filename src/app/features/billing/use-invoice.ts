import { useState } from 'react';
import type * as z from 'zod/mini';
import { invoiceEndpoints } from '../../../contract/endpoints/invoices.ts';
import type { Invoice, invoiceChanges } from '../../../domain/office/invoices.ts';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import type { FormFailure } from '../../frame/kept-form.ts';
import { useSession } from '../../frame/session-context.tsx';
import { useAnswer } from '../../frame/use-answer.ts';
import { ask } from '../../session/ask.ts';

type Changes = z.infer<typeof invoiceChanges>;

export interface OpenInvoice {
  /** Undefined while it is looked for, null where there is none. */
  readonly invoice: Invoice | null | undefined;
  /** Changes it on the server; null when it worked. */
  readonly change: (changes: Changes) => Promise<FormFailure | null>;
  readonly remove: () => Promise<FormFailure | null>;
  /** Asks again: something about it was just sent. */
  readonly look: () => void;
}

/** One invoice: from this device, or from the server where this device has not heard of it yet. The newer of both is shown. */
export function useInvoice(id: string): OpenInvoice {
  const farm = useFarm();
  const { session } = useSession();
  const [changed, setChanged] = useState<Invoice | null>(null);
  const all = useLive((views) => views.invoices());
  const kept = all?.find((one) => one.id === id);
  const asked = useAnswer(invoiceEndpoints.invoice, { org: farm.organizationId, id });
  const known = [kept, asked.value?.invoice, changed].filter((one) => one !== undefined && one !== null);
  const newest = known.toSorted((a, b) => b.version - a.version || b.attachments.length - a.attachments.length)[0];
  const params = { org: farm.organizationId, id };
  return {
    invoice: newest && !newest.deleted ? newest : newest || (all && !asked.busy) ? null : undefined,
    change: async (body) => {
      const answer = await ask(session, invoiceEndpoints.updateInvoice, { params, body });
      if (!answer.ok) return { message: answer.problem.message, issues: answer.problem.issues };
      setChanged(answer.value.invoice);
      void farm.acts.sendNow();
      return null;
    },
    remove: async () => {
      const answer = await ask(session, invoiceEndpoints.deleteInvoice, { params });
      if (!answer.ok) return { message: answer.problem.message, issues: answer.problem.issues };
      void farm.acts.sendNow();
      return null;
    },
    look: asked.again,
  };
}
