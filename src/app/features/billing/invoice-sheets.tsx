import { type Invoice, storedOf } from '#domain';
import { EditInvoiceSheet } from './edit-invoice-sheet.tsx';
import { HerdSheet } from './herd-sheet.tsx';
import { PaymentSheet } from './payment-sheet.tsx';
import { type StockPlan, stockPlanOf } from './stock-plan.ts';
import { SuppliesSheet } from './supplies-sheet.tsx';
import type { OpenInvoice } from './use-invoice.ts';

/** What is still to be booked: animals in no record, supplies that no record names. */
export function openPlanOf(
  invoice: Invoice,
  records: readonly unknown[],
  booked: ReadonlyMap<string, number>,
): StockPlan | null {
  const stored = storedOf(invoice);
  const plan = stockPlanOf(stored);
  if (plan === 'insumos') return records.length > 0 ? null : plan;
  const onPaper = stored.lines.reduce((sum, line) => sum + (line.heads ?? 0), 0);
  const inBooks = [...booked.values()].reduce((sum, heads) => sum + heads, 0);
  return plan && inBooks < Math.max(1, onPaper) ? plan : null;
}

interface InvoiceSheetsProps {
  readonly sheet: string | null;
  readonly invoice: Invoice;
  readonly booked: ReadonlyMap<string, number>;
  readonly plan: StockPlan | null;
  readonly change: OpenInvoice['change'];
  readonly cannotChange: boolean;
  readonly onEnd: () => void;
}

/** The form over an invoice; an annulled one has none. */
export const InvoiceSheets = ({ sheet, invoice, booked, plan, change, cannotChange, onEnd }: InvoiceSheetsProps) => {
  const { state } = invoice;
  if (state === 'anulada') return null;
  if (sheet === 'pago') return <PaymentSheet {...{ invoice, change, cannotChange }} onClose={onEnd} />;
  if (sheet === 'editar' && state !== 'pagada')
    return <EditInvoiceSheet {...{ invoice, change, cannotChange }} onClose={onEnd} />;
  if (sheet !== 'stock' || plan === null) return null;
  return plan === 'hacienda' ? (
    <HerdSheet invoice={invoice} booked={booked} onClose={onEnd} />
  ) : (
    <SuppliesSheet invoice={invoice} onClose={onEnd} />
  );
};
