import { isCreditNote, isOwed, owesNothing } from './invoice-debts.ts';
import { invoiceKinds, type InvoiceRef, type InvoiceState, invoiceStates } from './invoices.ts';

/** 'Factura', 'Liquidación'; 'Comprobante' where it is not known. */
export const kindWord = (kind: string | undefined): string =>
  invoiceKinds[kind as keyof typeof invoiceKinds] ?? 'Comprobante';

/** `Liquidación A 00003-00001234`. */
export const invoiceWords = ({ kind, number }: Pick<InvoiceRef, 'kind' | 'number'>): string =>
  `${kindWord(kind)} ${number || 'sin número'}`;

const appliedWords = { pendiente: 'Sin aplicar', parcial: 'Aplicada en parte', pagada: 'Aplicada' } as const;

interface Standing {
  readonly kind?: string | undefined;
  readonly direction?: string | undefined;
  readonly state: InvoiceState;
  readonly due?: string | null | undefined;
}

/**
 * The word of its state: what nobody owes is 'Registrado', a credit note is applied, ours are collected, and where there is nothing to pay
 * it is 'Saldada' (decision 0075).
 */
export function invoiceStateWord({ kind, direction, state, due }: Standing): string {
  if (state === 'borrador' || state === 'anulada') return invoiceStates[state];
  if (!isOwed({ kind })) return 'Registrado';
  if (state === 'pendiente' && owesNothing({ due })) return 'Saldada';
  if (isCreditNote({ kind })) return appliedWords[state];
  return state === 'pagada' && direction === 'emitida' ? 'Cobrada' : invoiceStates[state];
}
