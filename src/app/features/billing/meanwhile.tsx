import { useEffect, useRef } from 'react';
import { formatDay, type Invoice, joined, storedOf } from '#domain';
import type { FormFailure, FormOf } from '#forms';
import { Button, Notice } from '#ui';
import { draftOf, type InvoiceDraft } from './invoice-draft.ts';
import { centsWords, currencyOf, moneyWords, openCents } from './invoice-facts.ts';

/** With what an edit form was filled: kept in its draft, for another may change the invoice before it is saved. */
export type EditDraft = InvoiceDraft & { readonly from: InvoiceDraft };

export const editDraftOf = (invoice: Invoice): EditDraft => {
  const from = draftOf(invoice);
  return { ...from, from };
};

/** Fields that are said by name; of the rest the page behind has what it is now. */
const labels: Readonly<Partial<Record<keyof InvoiceDraft, string>>> = {
  number: 'Número',
  name: 'Contraparte',
  issued_on: 'Fecha de emisión',
  due_on: 'Vencimiento del pago',
  exchange_rate: 'Cotización',
  total: 'Total del comprobante',
  lines: 'Ítems',
  notes: 'Observaciones',
};

type Name = keyof InvoiceDraft;

/** Fields that say something else; one that an older app did not keep says the same. */
const changedIn = (before: InvoiceDraft, after: InvoiceDraft): readonly Name[] =>
  (Object.keys(before) as Name[]).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/** Whether another changed what this form was filled with. */
export const isOfOlder = ({ from }: EditDraft, invoice: Invoice): boolean =>
  changedIn(from, draftOf(invoice)).length > 0;

/** Shown first, saved then: nobody's change is overwritten unseen. */
export const lookFirst: FormFailure = { message: 'Cambió mientras tanto', issues: [] };

function saidIn(draft: InvoiceDraft, name: Name): string {
  const value = draft[name];
  if (typeof value !== 'string' || !labels[name]) return '';
  return (name.endsWith('_on') ? formatDay(value) : value) || 'vacío';
}

interface MeanwhileProps {
  /** Failed saves: each one brings this into sight. */
  readonly attempt: number;
  readonly rows: readonly string[];
  readonly word: string;
  readonly onSeen: () => void;
}

const Meanwhile = ({ attempt, rows, word, onSeen }: MeanwhileProps) => {
  const here = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (attempt > 0) here.current?.scrollIntoView({ block: 'center' });
  }, [attempt]);
  return (
    <Notice
      tone="warn"
      role="status"
      title="Cambió mientras tanto"
      action={
        <Button compact onClick={onSeen}>
          {word}
        </Button>
      }
    >
      <ul ref={here}>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
    </Notice>
  );
};

interface FormProps<V> {
  readonly form: Pick<FormOf<V & object>, 'values' | 'change' | 'busy' | 'attempt'>;
  readonly invoice: Invoice;
}

/** What another changed since the form was opened; taking it in leaves what was typed. */
export const ChangedMeanwhile = ({ form: { values, change, busy, attempt }, invoice }: FormProps<EditDraft>) => {
  const now = draftOf(invoice);
  const theirs = changedIn(values.from, now);
  // Own changes come back by the same way.
  if (busy || theirs.length === 0) return null;
  const mine = changedIn(values.from, values);
  const free = theirs.filter((name) => !mine.includes(name));
  const rows = theirs.map((name) => {
    const own = free.includes(name) ? '' : ` (vos: ${saidIn(values, name) || 'otra cosa'})`;
    return joined(labels[name] ?? 'Otros datos', saidIn(now, name) + own);
  });
  return (
    <Meanwhile
      attempt={attempt}
      rows={[...new Set(rows)]}
      word="Traer lo que cambió"
      onSeen={() => change({ ...Object.fromEntries(free.map((name) => [name, now[name]])), from: now })}
    />
  );
};

/** What a payment is reckoned on: payments so far, and what is left. */
export const paymentsSeen = (invoice: Invoice): string =>
  `${openCents(invoice)} ${JSON.stringify(storedOf(invoice).payments)}`;

/** Another recorded or took out a payment since the form was opened. */
export const PaidMeanwhile = ({
  form: { values, change, busy, attempt },
  invoice,
}: FormProps<{ readonly from: string }>) => {
  const now = paymentsSeen(invoice);
  if (busy || values.from === now) return null;
  const currency = currencyOf(invoice);
  // It may be this very payment, whose answer was lost.
  const made = storedOf(invoice).payments.map(
    ({ amount, date }) => `Ya figura: ${moneyWords(amount, currency)} del ${formatDay(date)}`,
  );
  return (
    <Meanwhile
      attempt={attempt}
      rows={[...new Set(made.slice(-3)), `Falta: ${centsWords(openCents(invoice), currency)}`]}
      word="Ya lo vi"
      onSeen={() => change({ from: now })}
    />
  );
};

/** Why a form of an invoice saves nothing; null while it may. */
export const closedFor = (sheet: string | null, { state }: Invoice): string | null =>
  state === 'anulada'
    ? 'La factura está anulada: esto ya no se puede guardar.'
    : state === 'pagada' && sheet === 'editar'
      ? 'La factura está saldada: para corregirla, hay que quitar antes lo que la saldó.'
      : null;

/** Another closed the invoice while this form was open: its words stay to be read. */
export const ClosedMeanwhile = ({ why }: { readonly why: string | null }) =>
  why === null ? null : (
    <Notice tone="warn" role="status" title="Cambió mientras tanto">
      {why}
    </Notice>
  );
