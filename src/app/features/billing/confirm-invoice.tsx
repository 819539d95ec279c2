import { CircleCheck, OctagonAlert } from 'lucide-react';
import { formatDay } from '../../../domain/dates.ts';
import { formatCuit } from '../../../domain/office/cuit.ts';
import { invoiceNumber } from '../../../domain/office/invoice-rules.ts';
import { sumsOf } from '../../../domain/office/invoice-sums.ts';
import { type Invoice, invoiceKinds, type KeptInvoice } from '../../../domain/office/invoices.ts';
import { NeedsSignal } from '../../frame/needs-signal.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Stack } from '../../ui/stack.tsx';
import styles from './billing.module.css';
import { checked } from './invoice-checks.ts';
import type { OwnParty } from './invoice-draft.ts';
import { SumList } from './invoice-lines.tsx';

interface ConfirmInvoiceProps {
  readonly invoice: KeptInvoice;
  readonly own: OwnParty;
  readonly others: readonly Invoice[];
  readonly today: string;
  readonly busy: boolean;
  /** Without signal nothing is confirmed: the form and its photos stay here. */
  readonly cannotSend: boolean;
  readonly onConfirm: () => void;
  readonly onDraft: () => void;
  readonly onEdit: () => void;
}

/** 'Confirmar factura': what it says, what was checked, and the three ways on (domain.md §2.8, §2.17). */
export const ConfirmInvoice = (props: ConfirmInvoiceProps) => {
  const { invoice, own, others, today, busy, cannotSend, onConfirm, onDraft, onEdit } = props;
  const { checks, issues, twin } = checked(invoice, own, others, today);
  const other = invoice.direction === 'emitida' ? invoice.recipient : invoice.issuer;
  return (
    <Sheet
      open
      title="Confirmar factura"
      onClose={onEdit}
      footer={
        <>
          <Button data-first-focus onClick={onEdit}>
            Editar
          </Button>
          <Button busy={busy} disabled={cannotSend} onClick={onDraft}>
            Guardar borrador
          </Button>
          <Button variant="primary" busy={busy} disabled={cannotSend || issues.length > 0} onClick={onConfirm}>
            Confirmar
          </Button>
        </>
      }
    >
      <Stack>
        <NeedsSignal />
        <div>
          <strong>
            {invoiceKinds[invoice.kind as keyof typeof invoiceKinds]} {invoiceNumber(invoice) ?? 'sin número'}
          </strong>
          <p>
            {other?.name ?? 'Sin contraparte'}
            {other?.cuit ? ` · ${formatCuit(other.cuit)}` : ''}
          </p>
          <p>{invoice.issued_on ? formatDay(invoice.issued_on) : 'Sin fecha'}</p>
        </div>
        <SumList sums={sumsOf(invoice)} currency={invoice.currency === 'USD' ? 'USD' : 'ARS'} />
        <ul className={styles.checks} aria-label="Controles">
          {checks.map(({ words, holds }) => (
            <li key={words} className={holds ? styles.good : styles.bad}>
              {holds ? <CircleCheck size={24} aria-hidden /> : <OctagonAlert size={24} aria-hidden />}
              <span>{holds ? words : `Revisar: ${words.charAt(0).toLowerCase()}${words.slice(1)}`}</span>
            </li>
          ))}
        </ul>
        {twin ? <p>Al guardar, lo nuevo se agrega a la factura que ya está.</p> : null}
        {issues.length > 0 ? (
          <div>
            <strong>Para confirmarla falta:</strong>
            <ul>
              {issues.map(({ path, message }) => (
                <li key={`${path} ${message}`}>{message}</li>
              ))}
            </ul>
          </div>
        ) : null}
      </Stack>
    </Sheet>
  );
};
