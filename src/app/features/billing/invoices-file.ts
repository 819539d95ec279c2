import { formatCuit } from '../../../domain/office/cuit.ts';
import { sumsOf } from '../../../domain/office/invoice-sums.ts';
import { directions, type Invoice, invoiceKinds, keptOf } from '../../../domain/office/invoices.ts';
import { moneyText } from '../../../domain/office/money.ts';
import { invoiceNumber } from '../../../domain/office/invoice-rules.ts';
import { csvOf } from '../../platform/csv.ts';
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

/** Invoices as a file for a spreadsheet, one a line (domain.md §2.8, list, export). */
export function invoicesFile(invoices: readonly Invoice[], today: string): string {
  const rows = invoices.map((invoice) => {
    const kept = keptOf(invoice);
    const other = otherPartyOf(invoice);
    return [
      directions[kept.direction ?? 'recibida'],
      invoiceKinds[kept.kind ?? 'factura'],
      invoiceNumber(kept) ?? '',
      kept.issued_on ?? '',
      kept.due_on ?? '',
      other.name,
      other.cuit ? formatCuit(other.cuit) : '',
      kept.currency ?? 'ARS',
      Number(invoice.net),
      Number(invoice.vat),
      Number(invoice.other),
      Number(invoice.total),
      Number(moneyText(sumsOf(kept).paid)),
      stateBadge(invoice, today).word,
    ];
  });
  return csvOf([head, ...rows]);
}
