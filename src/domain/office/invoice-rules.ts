import { addDays, type Day } from '../dates.ts';
import type { Issue } from '../validation.ts';
import { isDebt } from './invoice-debts.ts';
import { addsUp, type InvoiceSums, isOverpaid, sumsOf } from './invoice-sums.ts';
import type { StoredInvoice } from './invoices.ts';

/** Papers with a letter, a number and a CAE; tickets, receipts and remitos need none (domain.md §2.8, tipo). */
export const isNumbered = (kind: string): boolean =>
  ['factura', 'nota_credito', 'nota_debito', 'liquidacion'].includes(kind);

const asked = (holds: boolean, path: string, message: string): Issue[] => (holds ? [] : [{ path, message }]);

/** Drafts are saved with issues; other states are refused. */
export function invoiceIssues(invoice: StoredInvoice, today: Day): Issue[] {
  const { kind, issued_on, due_on, issuer, recipient } = invoice;
  const sums = sumsOf(invoice);
  return [
    ...asked(issued_on !== null, 'issued_on', 'Ingresá la fecha de emisión'),
    ...asked(issued_on === null || issued_on <= addDays(today, 1), 'issued_on', 'La fecha todavía no llegó'),
    ...asked(
      !isDebt({ kind }) || due_on === null || issued_on === null || due_on >= issued_on,
      'due_on',
      'Vence antes de la emisión',
    ),
    ...asked(issuer !== null, 'issuer', 'Ingresá el emisor'),
    ...asked(kind === 'ticket' || recipient !== null, 'recipient', 'Ingresá el receptor'),
    ...asked(invoice.lines.length > 0, 'lines', 'Ingresá al menos una línea'),
    ...asked(
      invoice.currency === 'ARS' || Number(invoice.exchange_rate ?? 0) > 0,
      'exchange_rate',
      'Ingresá la cotización',
    ),
    ...asked(invoice.lines.length === 0 || addsUp(sums), 'total', 'El total no es la suma de las líneas'),
    ...overpaidIssues(sums),
    ...(isNumbered(kind) ? numberIssues(invoice) : []),
  ];
}

/** Where nothing was paid, it is retenciones or costs that are too much. */
const overpaidIssues = (sums: InvoiceSums): Issue[] =>
  sums.paid > 0n
    ? asked(!isOverpaid(sums), 'payments', 'Los pagos superan el total')
    : asked(!isOverpaid(sums), 'withholdings', 'Lo que se descuenta supera el total');

const numberIssues = ({ letter, point_of_sale, number, issuer }: StoredInvoice): Issue[] => [
  ...asked(letter !== null, 'letter', 'Elegí la letra'),
  ...asked((point_of_sale ?? 0) > 0, 'point_of_sale', 'Ingresá el punto de venta'),
  ...asked((number ?? 0) > 0, 'number', 'Ingresá el número'),
  ...asked(issuer === null || Boolean(issuer.cuit), 'issuer.cuit', 'Ingresá el CUIT del emisor'),
];

/** Only a hint: a farm may have several CUITs. */
export function addresseeIssues(invoice: StoredInvoice, ownCuit: string | null): Issue[] {
  const path = invoice.direction === 'emitida' ? 'issuer' : 'recipient';
  const { cuit } = invoice[path] ?? {};
  const isOurs = !ownCuit || !cuit || cuit === ownCuit;
  return asked(isOurs, `${path}.cuit`, 'No está a nombre de la organización');
}

/** Two captures with the same issuer, letter, kind and number are one invoice. Null until all are known. */
export function identityOf({ issuer, letter, kind, point_of_sale, number }: StoredInvoice): string | null {
  if (!issuer?.cuit || !letter || !point_of_sale || !number) return null;
  return [issuer.cuit, letter, kind, point_of_sale, number].join('|');
}

/** `A 00003-00001234`; null without a number. */
export function invoiceNumber({ letter, point_of_sale, number }: StoredInvoice): string | null {
  if (!number) return null;
  const figures = `${String(point_of_sale ?? 0).padStart(5, '0')}-${String(number).padStart(8, '0')}`;
  return letter ? `${letter} ${figures}` : figures;
}
