import { CircleCheck, OctagonAlert } from 'lucide-react';
import {
  formatCuit,
  formatDay,
  type Invoice,
  invoiceKinds,
  invoiceNumber,
  isCuit,
  type StoredInvoice,
  sumsOf,
} from '#domain';
import { ButtonTo } from '#platform';
import { Button, CheckField, Sheet, Stack } from '#ui';
import styles from './billing.module.css';
import { checked, type Checked, ownCuitPath } from './invoice-checks.ts';
import type { OwnParty } from './invoice-draft.ts';
import { vatByRate } from './invoice-facts.ts';
import { SumList } from './invoice-lines.tsx';
import { planWords, type StockPlan } from './stock-plan.ts';

interface ConfirmInvoiceProps {
  readonly invoice: StoredInvoice;
  readonly own: OwnParty;
  readonly others: readonly Invoice[];
  readonly today: string;
  readonly busy: boolean;
  /** What may go into the books, and whether it will. */
  readonly plan: StockPlan | null;
  readonly toStock: boolean;
  readonly onToStock: (goes: boolean) => void;
  readonly onConfirm: () => void;
  readonly onDraft: () => void;
  /** Back to the form, or to the field of what is missing. */
  readonly onEdit: (path: string | null) => void;
}

/** 'Confirmar factura': what it says, its checks, and three ways on (domain.md §2.8, §2.17). */
export const ConfirmInvoice = (props: ConfirmInvoiceProps) => {
  const { invoice, own, others, today, busy, plan, toStock, onToStock, onConfirm, onDraft, onEdit } = props;
  const found = checked(invoice, own, others, today);
  const other = invoice.direction === 'emitida' ? invoice.recipient : invoice.issuer;
  return (
    <Sheet
      open
      title="Confirmar factura"
      onClose={() => onEdit(null)}
      footer={
        <>
          <Button data-first-focus onClick={() => onEdit(null)}>
            Editar
          </Button>
          <Button busy={busy} onClick={onDraft}>
            Guardar borrador
          </Button>
          <Button variant="primary" busy={busy} disabled={found.issues.length > 0} onClick={onConfirm}>
            Confirmar
          </Button>
        </>
      }
    >
      <Stack>
        <div>
          <strong>
            {invoiceKinds[invoice.kind as keyof typeof invoiceKinds]} {invoiceNumber(invoice) ?? 'sin número'}
          </strong>
          <p>
            {other?.name ?? 'Sin contraparte'}
            {other?.cuit ? (
              <>
                {' · '}
                <span className={styles.together}>
                  {formatCuit(other.cuit)} {isCuit(other.cuit) ? '✓' : '✗'}
                </span>
              </>
            ) : null}
          </p>
          <p>{invoice.issued_on ? formatDay(invoice.issued_on) : 'Sin fecha'}</p>
        </div>
        <SumList
          sums={sumsOf(invoice)}
          currency={invoice.currency === 'USD' ? 'USD' : 'ARS'}
          rates={vatByRate(invoice)}
        />
        {plan ? (
          <CheckField
            label={planWords(plan, invoice.direction ?? 'recibida')}
            hint="Después de confirmarla te pedimos el destino de cada ítem."
            checked={toStock}
            onChange={onToStock}
          />
        ) : null}
        <Checklist {...found} onEdit={onEdit} />
      </Stack>
    </Sheet>
  );
};

interface ChecklistProps extends Checked {
  readonly onEdit: ConfirmInvoiceProps['onEdit'];
}

/** The checks, and what is missing: each leads to its field. */
const Checklist = ({ checks, issues, duplicate, onEdit }: ChecklistProps) => (
  <>
    <ul className={styles.checks} aria-label="Controles">
      {checks.map(({ words, holds }) => (
        <li key={words} className={holds ? styles.good : styles.bad}>
          {holds ? <CircleCheck /> : <OctagonAlert />}
          <span>{words}</span>
        </li>
      ))}
    </ul>
    {duplicate ? <p>Al guardar, lo nuevo se agrega a la factura que ya está.</p> : null}
    {issues.length > 0 ? (
      <div>
        <strong>Para confirmarla falta:</strong>
        <ul className={styles.missing}>
          {issues.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path === ownCuitPath ? (
                <ButtonTo to="/configuration">{message}</ButtonTo>
              ) : (
                <Button variant="quiet" onClick={() => onEdit(path)}>
                  {message}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    ) : null}
  </>
);
