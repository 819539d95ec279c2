import {
  directions,
  formatCuit,
  type Invoice,
  invoiceKinds,
  invoiceNumber,
  moneyText,
  storedOf,
  sumsOf,
} from '#domain';
import { csvOf } from '#platform';
import { otherPartyOf, stateBadge } from './invoice-facts.ts';

const head = [
  'Sentido',
  'Tipo',
  'Número',
  'Emisión',
  'Vencimiento',
  'Contraparte',
  'CUIT',
  'Moneda',
  'Neto',
  'IVA',
  'Otros',
  'Total',
  'Pagado',
  'Estado',
];

/** Invoices as CSV, one a line (domain.md §2.8, list, export). */
export function invoicesFile(invoices: readonly Invoice[], today: string): string {
  const rows = invoices.map((invoice) => {
    const stored = storedOf(invoice);
    const other = otherPartyOf(invoice);
    return [
      directions[stored.direction ?? 'recibida'],
      invoiceKinds[stored.kind ?? 'factura'],
      invoiceNumber(stored) ?? '',
      stored.issued_on ?? '',
      stored.due_on ?? '',
      other.name,
      other.cuit ? formatCuit(other.cuit) : '',
      stored.currency ?? 'ARS',
      Number(invoice.net),
      Number(invoice.vat),
      Number(invoice.other),
      Number(invoice.total),
      Number(moneyText(sumsOf(stored).paid)),
      stateBadge(invoice, today).word,
    ];
  });
  return csvOf([head, ...rows]);
}
