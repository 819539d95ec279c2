import { type Invoice, moneyText, paymentMethods, storedOf } from '#domain';
import { DraftSheet, MoneyField, moneyOf, typedMoney } from '#forms';
import { NeedsSignal, useToday } from '#platform';
import { ChipGroup, DateField, TextField, toastSuccess } from '#ui';
import { openCents } from './invoice-facts.ts';
import type { OpenInvoice } from './use-invoice.ts';

interface PaymentSheetProps {
  readonly invoice: Invoice;
  readonly change: OpenInvoice['change'];
  /** Needs the server, which is unreachable. */
  readonly cannotChange: boolean;
  readonly onClose: () => void;
}

type Method = keyof typeof paymentMethods;
const methods = Object.entries(paymentMethods).map(([value, label]) => ({ value: value as Method, label }));

/** A payment or collection: the open amount is proposed (domain.md §2.8). */
export const PaymentSheet = ({ invoice, change, cannotChange, onClose }: PaymentSheetProps) => {
  const today = useToday();
  const isOurs = invoice.direction === 'emitida';
  const start: { date: string; amount: string; method: Method; number: string } = {
    date: today,
    amount: typedMoney(moneyText(openCents(invoice))),
    method: 'transferencia',
    number: '',
  };
  return (
    <DraftSheet
      title={isOurs ? 'Registrar cobro' : 'Registrar pago'}
      draftKey={`pago ${invoice.id}`}
      start={start}
      saveLabel="Guardar"
      cannotSave={cannotChange}
      onSaved={() => toastSuccess(isOurs ? 'Cobro guardado' : 'Pago guardado')}
      onClose={onClose}
      save={async ({ date, amount, method, number }) => {
        const payment = {
          date,
          amount: moneyOf(amount) ?? '',
          method,
          ...(number.trim() && { number: number.trim() }),
        };
        const failed = await change({ payments: [...storedOf(invoice).payments, payment] });
        return failed && { ...failed, issues: failed.issues.map((issue) => ({ ...issue, path: 'amount' })) };
      }}
    >
      {({ bind }) => (
        <>
          {cannotChange ? <NeedsSignal /> : null}
          <MoneyField label="Importe" {...bind('amount')} />
          <DateField label="Fecha" today={today} max={today} {...bind('date')} />
          <ChipGroup label="Medio" options={methods} {...bind('method')} />
          <TextField label="Número" optional maxLength={60} {...bind('number')} />
        </>
      )}
    </DraftSheet>
  );
};
