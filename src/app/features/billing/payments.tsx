import { X } from 'lucide-react';
import { useState } from 'react';
import { formatDay, type Invoice, paymentMethods, type StoredInvoice, storedOf, sumsOf } from '#domain';
import { useOnce } from '#forms';
import { Card, ConfirmDialog, IconButton, Row, RowList, toastError, toastSuccess } from '#ui';
import { centsWords, currencyOf, moneyWords, openCents } from './invoice-facts.ts';
import type { OpenInvoice } from './use-invoice.ts';

type Payment = StoredInvoice['payments'][number];

interface PaymentsProps {
  readonly invoice: Invoice;
  readonly change: OpenInvoice['change'];
  readonly cannotChange: boolean;
}

const wordsOf = ({ method, number }: Payment): string => `${paymentMethods[method]}${number ? ` Nº ${number}` : ''}`;

/** Payments so far; removing one opens the invoice again by its amount. */
export const Payments = ({ invoice, change, cannotChange }: PaymentsProps) => {
  const [asked, setAsked] = useState<number | null>(null);
  const { payments } = storedOf(invoice);
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
          // Payments have no id and are never re-ordered.
          <li key={at}>
            <Row
              title={moneyWords(payment.amount, currency)}
              subtitle={`${wordsOf(payment)} · ${formatDay(payment.date)}`}
              actions={
                invoice.state === 'anulada' ? null : (
                  <IconButton
                    label={`Quitar ${word} de ${moneyWords(payment.amount, currency)}`}
                    icon={<X />}
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
              subtitle={`${isOurs ? 'Cobrado' : 'Pagado'}: ${centsWords(sumsOf(storedOf(invoice)).paid, currency)}`}
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
