import { CircleCheck, OctagonAlert } from 'lucide-react';
import {
  addresseeIssues,
  addsUp,
  formatCuit,
  formatDay,
  identityOf,
  type Invoice,
  invoiceIssues,
  invoiceNumber,
  invoiceWords,
  isCuit,
  isNumbered,
  type Issue,
  type StoredInvoice,
  storedOf,
  sumsOf,
} from '#domain';
import { ButtonTo, FailedNotice, useToday } from '#platform';
import { Button, CheckField, Notice, Sheet, Stack, toastSuccess } from '#ui';
import styles from './billing.module.css';
import type { OwnParty } from './invoice-draft.ts';
import { currencyOf, otherSideOf, titleOf, vatByRate } from './invoice-facts.ts';
import { SumList } from './invoice-lines.tsx';
import { planWords, type StockPlan } from './stock-plan.ts';
import { useState } from 'react';
import { useOnce } from '#forms';
import type { Changing } from './use-invoice.ts';
import { ofOwnSide, ownCuitPath, ownCuitWords, unsummed } from './unread.ts';
import { useOwnParty } from './suppliers.ts';

interface ConfirmInvoiceProps {
  readonly invoice: StoredInvoice;
  /** What was typed and cannot be read: then `invoice` has no amounts. */
  readonly unread: readonly Issue[];
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
  readonly onEdit: (path: string | null) => void;
}

/** 'Confirmar factura': what it says, its checks, and three ways on (domain.md §2.8, §2.17). */
export const ConfirmInvoice = (props: ConfirmInvoiceProps) => {
  const { invoice, busy, plan, toStock, onToStock, onConfirm, onDraft, onEdit } = props;
  const found = checked(props);
  const other = otherSideOf(invoice);
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
          <strong>{invoiceWords({ kind: invoice.kind, number: invoiceNumber(invoice) })}</strong>
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
          currency={currencyOf(invoice)}
          rates={vatByRate(invoice)}
          isUnread={unsummed(props.unread) !== null}
          isOurs={invoice.direction === 'emitida'}
        />
        {plan ? (
          <CheckField
            label={planWords(plan, invoice.direction)}
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

/** One check before confirming. */
interface InvoiceCheck {
  readonly words: string;
  readonly holds: boolean;
}

interface Checked {
  readonly checks: readonly InvoiceCheck[];
  readonly issues: readonly Issue[];
  /** The same paper, if already here: this capture is merged into it. */
  readonly duplicate: Invoice | null;
}

const check = (holds: boolean, good: string, wrong: string): InvoiceCheck => ({ holds, words: holds ? good : wrong });

/** A party known only by CUIT goes by it; an invoice that counts needs a name. */
const nameIssues = (other: StoredInvoice['issuer']): readonly Issue[] =>
  other?.cuit && other.name === formatCuit(other.cuit) ? [{ path: 'name', message: 'Ingresá la razón social' }] : [];

type Looked = Pick<ConfirmInvoiceProps, 'invoice' | 'unread' | 'own' | 'others' | 'today'>;

/** Checks an invoice as the server will: sum, CUIT, duplicate, addressee. */
function checked({ invoice, unread, own, others, today }: Looked): Checked {
  const identity = identityOf(invoice);
  const duplicate =
    identity === null
      ? undefined
      : others.find((one) => one.state !== 'anulada' && identityOf(storedOf(one)) === identity);
  const other = otherSideOf(invoice);
  const sums = sumsOf(invoice);
  const isKnown = Boolean(other?.cuit && isCuit(other.cuit));
  const isNamed = addresseeIssues(invoice, own.cuit).length === 0;
  const unsaid = unsummed(unread);
  // What was typed is there, though it cannot be read; then neither lines nor sum are known.
  const known = new Set([...unread.map(({ path }) => path), ...(unsaid === null ? [] : ['lines', 'total'])]);
  const issues = [
    ...unread,
    ...nameIssues(other ?? null),
    ...invoiceIssues(invoice, today)
      .filter(({ path }) => !known.has(path))
      .map((issue) => ofOwnSide(issue, invoice.direction)),
  ];
  const isDated = !issues.some((issue) => issue.path === 'issued_on' || issue.path === 'due_on');
  // A ticket names no CUIT, and a remito need not.
  const asksCuit = isNumbered(invoice.kind) || Boolean(other?.cuit);
  return {
    duplicate: duplicate ?? null,
    issues,
    checks: [
      ...(asksCuit ? [check(isKnown, 'CUIT válido', other?.cuit ? 'El CUIT no es válido' : 'Falta el CUIT')] : []),
      check(isDated, 'La fecha es posible', 'Falta la fecha, o no es posible'),
      check(
        unsaid === null && invoice.lines.length > 0 && addsUp(sums),
        'La suma es correcta',
        unsaid ?? (invoice.lines.length > 0 ? 'La suma no es la del comprobante' : 'Faltan los ítems'),
      ),
      check(!duplicate, 'No está duplicada', duplicate ? `Ya está cargada: ${titleOf(duplicate)}` : ''),
      check(isNamed, 'Está a nombre de la organización', 'No está a nombre de la organización'),
    ],
  };
}

/** An invoice of ours with the CUIT that was set in Configuración since. */
function withOwnCuit(invoice: StoredInvoice, own: OwnParty): StoredInvoice {
  const { direction, issuer } = invoice;
  const isWithout = direction === 'emitida' && issuer && !issuer.cuit && own.cuit;
  return isWithout ? { ...invoice, issuer: { ...issuer, cuit: own.cuit } } : invoice;
}

/** What keeps a draft from being confirmed, or the button that confirms it. */
export const Checks = ({ invoice, change, cannotChange }: Changing) => {
  const [failed, setFailed] = useState<string | null>(null);
  const own = useOwnParty();
  const today = useToday();
  const typed = storedOf(invoice);
  const stored = withOwnCuit(typed, own);
  const { state, direction } = invoice;
  // By today's rules: what the server checked is as old as the row.
  const issues = invoiceIssues(stored, today).map((one) => ofOwnSide(one, direction).message);
  const hints = addresseeIssues(stored, own.cuit).map(({ message }) => message);
  const confirm = useOnce(async () => {
    const failure = await change({ state: 'pendiente', ...(stored !== typed && { issuer: stored.issuer }) });
    setFailed(failure ? (failure.message ?? failure.issues[0]?.message ?? null) : null);
    if (!failure) toastSuccess('Factura confirmada');
  });
  const isReady = state === 'borrador' && issues.length === 0;
  return (
    <>
      <FailedNotice message={failed} />
      {isReady ? (
        <Notice
          title="Es un borrador"
          action={
            <Button compact busy={confirm.busy} disabled={cannotChange} onClick={confirm.run}>
              Confirmar factura
            </Button>
          }
        >
          {hints[0] ?? 'Todos los controles dan bien.'}
        </Notice>
      ) : issues.length + hints.length > 0 ? (
        <Notice tone="warn" title={state === 'borrador' ? 'Para confirmarla falta' : 'Para revisar'}>
          <ul>
            {(state === 'borrador' ? issues : [...issues, ...hints]).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {issues.includes(ownCuitWords) ? <ButtonTo to="/configuration">Ir a Configuración</ButtonTo> : null}
        </Notice>
      ) : null}
    </>
  );
};
