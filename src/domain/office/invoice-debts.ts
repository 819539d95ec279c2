import type { Day } from '../dates.ts';

interface Paper {
  readonly kind?: string | undefined;
  /** The total less retenciones, where it is known. */
  readonly due?: string | null | undefined;
}

/** Whether it counts in what is owed: a remito goes with goods, a recibo proves a payment (decision 0075). */
export const isOwed = ({ kind }: Paper): boolean => kind !== 'remito' && kind !== 'recibo';

/** It takes off what is owed, until it is applied (decision 0075). */
export const isCreditNote = ({ kind }: Paper): boolean => kind === 'nota_credito';

/** Whether it is to be paid, by its due day. Such a paper says too what its records cost. */
export const isDebt = (paper: Paper): boolean => isOwed(paper) && !isCreditNote(paper);

/** Whether there is nothing to pay, as by a paper of $ 0,00 or one that was retained wholly. */
export const owesNothing = ({ due }: Paper): boolean => Number(due ?? 1) <= 0;

/** Whether something of it is not paid, or of a credit note not applied. */
export const isInvoiceOpen = (paper: Paper & { readonly state: string }): boolean =>
  isOwed(paper) && !owesNothing(paper) && (paper.state === 'pendiente' || paper.state === 'parcial');

/** 'Vencida': unpaid past its due day. */
export const isInvoiceOverdue = (
  paper: Paper & { readonly state: string; readonly due_on: Day | null },
  today: Day,
): boolean => isInvoiceOpen(paper) && isDebt(paper) && paper.due_on !== null && paper.due_on < today;
