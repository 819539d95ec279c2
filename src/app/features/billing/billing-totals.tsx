import { type Invoice, monthName, monthOf } from '#domain';
import { FigureList } from '#ui';
import { invoiceTotals, moneyWords } from './invoice-facts.ts';

/** Receivable, payable, overdue, and the month's VAT (domain.md §2.8, list). */
export const Totals = ({ invoices, today }: { readonly invoices: readonly Invoice[]; readonly today: string }) => {
  const month = monthOf(today);
  const totals = invoiceTotals(invoices, today, month);
  return (
    <FigureList
      label="Totales"
      figures={[
        { label: 'Por cobrar', value: moneyWords(totals.toCollect) },
        { label: 'Por pagar', value: moneyWords(totals.toPay) },
        { label: 'Vencido', value: moneyWords(totals.overdue) },
        { label: `IVA crédito de ${monthName(month)}`, value: moneyWords(totals.vatCredit) },
        { label: `IVA débito de ${monthName(month)}`, value: moneyWords(totals.vatDebit) },
      ]}
    />
  );
};
