import { X } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../../domain/dates.ts';
import { sumsOf } from '../../../domain/office/invoice-sums.ts';
import { type Invoice, type KeptInvoice, keptOf, paymentMethods } from '../../../domain/office/invoices.ts';
import { useOnce } from '../../forms/use-once.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row, RowList } from '../../ui/row.tsx';
import { toastError, toastSuccess } from '../../ui/toaster.tsx';
import { centsWords, currencyOf, moneyWords, openCents } from './invoice-facts.ts';
import type { OpenInvoice } from './use-invoice.ts';

type Payment = KeptInvoice['payments'][number];

interface PaymentsProps {
  readonly invoice: Invoice;
  readonly change: OpenInvoice['change'];
  readonly cannotChange: boolean;
}

const wordsOf = ({ method, number }: Payment): string => `${paymentMethods[method]}${number ? ` Nº ${number}` : ''}`;

/** What was paid or collected so far; one that was entered wrongly is taken away, and the invoice is open again by so much. */
export const Payments = ({ invoice, change, cannotChange }: PaymentsProps) => {
  const [asked, setAsked] = useState<number | null>(null);
  const { payments } = keptOf(invoice);
  const currency = currencyOf(invoice);
  const isOurs = invoice.direction === 'emitida';
  const word = isOurs ? 'cobro' : 'pago';
  const remove = useOnce(async () => {
    const failed = await change({ payments: payments.filter((_, at) => at !== asked) });
    setAsked(null);
    if (failed) toastError(failed.issues[0]?.message ?? failed.message ?? 'No se pudo guardar');
    else toastSuccess(`${isOurs ? 'Cobro' : 'Pago'} quitado`);
  });
  if (payments.length === 0) return null;
  const chosen = asked === null ? undefined : payments[asked];
  return (
    <Card title={isOurs ? 'Cobros' : 'Pagos'} flush>
      <RowList label="Pagos">
        {payments.map((payment, at) => (
          // A payment has no id of its own and the list is never re-ordered.
          <li key={at}>
            <Row
              title={moneyWords(payment.amount, currency)}
              subtitle={`${wordsOf(payment)} · ${formatDay(payment.date)}`}
              actions={
                invoice.state === 'anulada' ? null : (
                  <IconButton
                    label={`Quitar ${word} de ${moneyWords(payment.amount, currency)}`}
                    icon={<X size={24} aria-hidden />}
                    disabled={cannotChange}
                    onClick={() => setAsked(at)}
                  />
                )
              }
            />
          </li>
        ))}
        {invoice.state === 'anulada' ? null : (
          <li>
            <Row
              title={openCents(invoice) > 0n ? 'Falta' : 'Saldada'}
              subtitle={`${isOurs ? 'Cobrado' : 'Pagado'}: ${centsWords(sumsOf(keptOf(invoice)).paid, currency)}`}
              right={<strong>{centsWords(openCents(invoice), currency)}</strong>}
            />
          </li>
        )}
      </RowList>
      <ConfirmDialog
        open={chosen !== undefined}
        danger
        busy={remove.busy}
        title={`¿Quitar este ${word}?`}
        confirmLabel="Quitar"
        onConfirm={() => void remove.run()}
        onClose={() => setAsked(null)}
      >
        {chosen ? `${moneyWords(chosen.amount, currency)} del ${formatDay(chosen.date)}. ` : ''}
        La factura vuelve a quedar abierta por ese importe.
      </ConfirmDialog>
    </Card>
  );
};
