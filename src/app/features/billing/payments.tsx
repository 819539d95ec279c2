import { X } from 'lucide-react';
import { useState } from 'react';
import { formatDay, moneyText, paymentMethods, type StoredInvoice, storedOf, sumsOf } from '#domain';
import { DraftSheet, type FormFailure, MoneyField, moneyOf, typedMoney, useDraftText, useOnce } from '#forms';
import {
  Button,
  Card,
  ChipGroup,
  ConfirmDialog,
  DateField,
  IconButton,
  Row,
  RowList,
  TextField,
  toastError,
  toastSuccess,
} from '#ui';
import { centsWords, currencyOf, moneyWords, openCents } from './invoice-facts.ts';
import type { Changing, OpenInvoice } from './use-invoice.ts';
import { NeedsSignal, useToday } from '#platform';

type Payment = StoredInvoice['payments'][number];

const saidOf = ({ message, issues }: FormFailure): string => issues[0]?.message ?? message ?? 'No se pudo guardar';

const wordsOf = ({ method, number }: Payment): string => `${paymentMethods[method]}${number ? ` Nº ${number}` : ''}`;

/** Payments so far; removing one opens the invoice again by its amount. */
export const Payments = ({ invoice, change, cannotChange }: Changing) => {
  const [asked, setAsked] = useState<number | null>(null);
  const { payments } = storedOf(invoice);
  const currency = currencyOf(invoice);
  const isOurs = invoice.direction === 'emitida';
  const word = isOurs ? 'cobro' : 'pago';
  const remove = useOnce(async () => {
    const failed = await change({ payments: payments.filter((_, at) => at !== asked) });
    setAsked(null);
    if (failed) toastError(saidOf(failed));
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
        onConfirm={remove.run}
        onClose={() => setAsked(null)}
      >
        {chosen ? `${moneyWords(chosen.amount, currency)} del ${formatDay(chosen.date)}. ` : ''}
        La factura vuelve a quedar abierta por ese importe.
      </ConfirmDialog>
    </Card>
  );
};

/** A payment or collection: the open amount is proposed (domain.md §2.8). */
export const PaymentSheet = ({
  invoice,
  change,
  cannotChange,
  onClose,
}: Changing & { readonly onClose: () => void }) => {
  const today = useToday();
  const isOurs = invoice.direction === 'emitida';
  const start = {
    date: today,
    amount: typedMoney(moneyText(openCents(invoice))),
    method: 'transferencia' as keyof typeof paymentMethods,
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
        const said = { date, amount: moneyOf(amount) ?? '', method };
        const payment = number.trim() ? { ...said, number: number.trim() } : said;
        const failed = await change({ payments: [...storedOf(invoice).payments, payment] });
        return failed && { ...failed, issues: failed.issues.map((issue) => ({ ...issue, path: 'amount' })) };
      }}
    >
      {({ bind }) => (
        <>
          {cannotChange ? <NeedsSignal /> : null}
          <MoneyField label="Importe" {...bind('amount')} />
          <DateField label="Fecha" today={today} max={today} {...bind('date')} />
          <ChipGroup label="Medio" options={paymentMethods} {...bind('method')} />
          <TextField label="Número" optional maxLength={60} {...bind('number')} />
        </>
      )}
    </DraftSheet>
  );
};

/** Takes an invoice out of every sum, with a reason; the paper stays. */
export const AnnulInvoice = ({ invoice, change, cannotChange }: Changing) => {
  const [asking, setAsking] = useState(false);
  const { text: reason, change: setReason, forget } = useDraftText(`anular factura ${invoice.id}`);
  const annul = useOnce(async () => {
    const failed = await change({ state: 'anulada', cancel_reason: reason.trim() });
    if (failed) return toastError(saidOf(failed));
    forget();
    setAsking(false);
    toastSuccess('Factura anulada');
  });
  return (
    <>
      <Button variant="danger" disabled={cannotChange} onClick={() => setAsking(true)}>
        Anular factura
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        busy={annul.busy || reason.trim() === ''}
        title="¿Anular la factura?"
        confirmLabel="Anular"
        onConfirm={annul.run}
        onClose={() => setAsking(false)}
      >
        <p>Deja de sumar en lo que hay que cobrar y pagar. El comprobante queda guardado.</p>
        <TextField label="Motivo" maxLength={500} value={reason} onChange={setReason} />
      </ConfirmDialog>
    </>
  );
};

/** Deletes a draft, or what is not on the server yet. */
export const RemoveInvoice = ({
  invoice,
  cannotChange,
  remove,
  onGone,
}: OpenInvoice & { readonly onGone: () => void }) => {
  const isDraft = invoice.state === 'borrador';
  const [asking, setAsking] = useState(false);
  const discard = async (): Promise<void> => {
    const failed = await remove();
    setAsking(false);
    if (failed) toastError(saidOf(failed));
    else onGone();
  };
  return (
    <>
      <Button variant="danger" disabled={cannotChange} onClick={() => setAsking(true)}>
        {isDraft ? 'Eliminar borrador' : 'Eliminar factura'}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={isDraft ? '¿Eliminar el borrador?' : '¿Eliminar la factura?'}
        confirmLabel="Eliminar"
        onConfirm={discard}
        onClose={() => setAsking(false)}
      >
        Se elimina con sus fotos.
      </ConfirmDialog>
    </>
  );
};
