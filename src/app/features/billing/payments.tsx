import { X } from 'lucide-react';
import { useState } from 'react';
import {
  formatDay,
  type Invoice,
  isCreditNote,
  isOwed,
  moneyText,
  paymentMethods,
  type StoredInvoice,
  storedOf,
  sumsOf,
} from '#domain';
import { DraftSheet, failedAt, type FormFailure, MoneyField, moneyOf, typedMoney, useDraftText, useOnce } from '#forms';
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
import { centsWords, currencyOf, moneyWords, openCents, settlingWords } from './invoice-facts.ts';
import { ClosedMeanwhile, lookFirst, PaidMeanwhile, paymentsSeen } from './meanwhile.tsx';
import type { Changing, OpenInvoice } from './use-invoice.ts';
import { FailedNotice, NeedsSignal, useFarm, useToday } from '#platform';

type Payment = StoredInvoice['payments'][number];

const saidOf = ({ message, issues }: FormFailure): string => issues[0]?.message ?? message ?? 'No se pudo guardar';

const wordsOf = ({ method, number }: Payment): string => `${paymentMethods[method]}${number ? ` Nº ${number}` : ''}`;

/** The payment that is to go, of the invoice that the person saw. */
interface Asked {
  readonly of: Invoice;
  readonly at: number;
}

/** Payments so far; removing one opens the invoice again by its amount. */
export const Payments = ({ invoice, change, cannotChange }: Changing) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { payments } = storedOf(invoice);
  const currency = currencyOf(invoice);
  const words = settlingWords(invoice);
  const remove = useOnce(async () => {
    if (asked === null) return;
    const { of, at } = asked;
    const left = storedOf(of).payments.filter((_, index) => index !== at);
    const failed = await change({ payments: left, base_version: of.version });
    setAsked(null);
    setProblem(failed && saidOf(failed));
    if (!failed) toastSuccess('Quitado');
  });
  if (payments.length === 0) return null;
  const chosen = asked === null ? undefined : storedOf(asked.of).payments[asked.at];
  return (
    <Card title={words.title} flush>
      <FailedNotice message={problem} />
      <RowList label={words.title}>
        {payments.map((payment, at) => (
          // Payments have no id and are never re-ordered.
          <li key={at}>
            <Row
              title={moneyWords(payment.amount, currency)}
              subtitle={`${wordsOf(payment)} · ${formatDay(payment.date)}`}
              actions={
                invoice.state === 'anulada' ? null : (
                  <IconButton
                    label={`Quitar ${words.one} de ${moneyWords(payment.amount, currency)}`}
                    icon={<X />}
                    disabled={cannotChange}
                    onClick={() => setAsked({ of: invoice, at })}
                  />
                )
              }
            />
          </li>
        ))}
        {invoice.state === 'anulada' ? null : (
          <li>
            <Row
              title={!isOwed(invoice) ? 'No cuenta: va en la factura' : openCents(invoice) > 0n ? 'Falta' : 'Saldada'}
              subtitle={`${words.done}: ${centsWords(sumsOf(storedOf(invoice)).paid, currency)}`}
              right={<strong>{centsWords(openCents(invoice), currency)}</strong>}
            />
          </li>
        )}
      </RowList>
      <ConfirmDialog
        open={chosen !== undefined}
        danger
        busy={remove.busy}
        title="¿Quitar este importe?"
        confirmLabel="Quitar"
        onConfirm={remove.run}
        onClose={() => setAsked(null)}
      >
        {chosen ? `${moneyWords(chosen.amount, currency)} del ${formatDay(chosen.date)}. ` : ''}
        {isOwed(invoice) ? 'Vuelve a quedar abierta por ese importe.' : ''}
      </ConfirmDialog>
    </Card>
  );
};

/** Both papers are told, or what is owed would be wrong by its amount. */
const howToApply = ({ direction }: Invoice): string => {
  const word = direction === 'emitida' ? 'un cobro' : 'un pago';
  return `Si la descontás de una factura, registrá en ella ${word} por el mismo importe.`;
};

/** A payment or collection: the open amount is proposed (domain.md §2.8). */
export const PaymentSheet = ({
  invoice,
  change,
  cannotChange,
  closed = null,
  onClose,
}: Changing & { readonly closed?: string | null; readonly onClose: () => void }) => {
  const farm = useFarm();
  const today = useToday();
  const words = settlingWords(invoice);
  const isNote = isCreditNote(invoice);
  const start = {
    date: today,
    amount: typedMoney(moneyText(openCents(invoice))),
    method: (isNote ? 'otro' : 'transferencia') as keyof typeof paymentMethods,
    number: '',
    from: paymentsSeen(invoice),
  };
  return (
    <DraftSheet
      title={`Registrar ${words.one}`}
      draftKey={`pago ${invoice.id}`}
      start={start}
      saveLabel="Guardar"
      cannotSave={cannotChange || closed !== null}
      lead={<ClosedMeanwhile why={closed} />}
      onSaved={() => toastSuccess('Guardado')}
      onClose={onClose}
      save={async ({ date, amount, method, number, from }, draftKey) => {
        if (from !== paymentsSeen(invoice)) return lookFirst;
        const said = { date, amount: moneyOf(amount) ?? '', method };
        if (Number(said.amount) === 0) return failedAt('amount', 'Ingresá un importe mayor que cero');
        const payment = number.trim() ? { ...said, number: number.trim() } : said;
        const failed = await change({ payments: [...storedOf(invoice).payments, payment] });
        // Found again it would be recorded twice.
        if (!failed) await farm.saveDraft(draftKey, null);
        return failed && { ...failed, issues: failed.issues.map((issue) => ({ ...issue, path: 'amount' })) };
      }}
    >
      {({ bind, ...form }) => (
        <>
          {closed === null ? <PaidMeanwhile form={form} invoice={invoice} /> : null}
          {cannotChange ? <NeedsSignal /> : null}
          {isNote ? <p>{howToApply(invoice)}</p> : null}
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
  /** As the person saw it when he was asked; what stands now, once he was told that it changed. */
  const [seen, setSeen] = useState<number>();
  const [problem, setProblem] = useState<string | null>(null);
  const { text: reason, change: setReason, forget } = useDraftText(`anular factura ${invoice.id}`);
  const annul = useOnce(async () => {
    const failed = await change({ state: 'anulada', cancel_reason: reason.trim(), base_version: seen });
    setSeen(undefined);
    setProblem(failed && saidOf(failed));
    if (failed) return;
    forget();
    setAsking(false);
    toastSuccess('Factura anulada');
  });
  const ask = (): void => {
    setSeen(invoice.version);
    setAsking(true);
  };
  return (
    <>
      <Button variant="danger" disabled={cannotChange} onClick={ask}>
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
        <FailedNotice message={problem} />
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
