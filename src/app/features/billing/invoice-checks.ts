import {
  addresseeIssues,
  addsUp,
  cuitDigits,
  formatCuit,
  identityOf,
  type Invoice,
  invoiceIssues,
  isCuit,
  type Issue,
  type StoredInvoice,
  storedOf,
  sumsOf,
} from '#domain';
import { isNumbered, type OwnParty } from './invoice-draft.ts';
import { titleOf } from './invoice-facts.ts';

/** One check before confirming (domain.md §2.8, 'Confirmar factura'). */
interface InvoiceCheck {
  /** What was found, or what is wrong. */
  readonly words: string;
  readonly holds: boolean;
}

export interface Checked {
  readonly checks: readonly InvoiceCheck[];
  /** What keeps it a draft. */
  readonly issues: readonly Issue[];
  /** The same paper, if already here: this capture is merged into it. */
  readonly duplicate: Invoice | null;
}

const check = (holds: boolean, good: string, wrong: string): InvoiceCheck => ({ holds, words: holds ? good : wrong });

/** A party known only by CUIT goes by it; an invoice that counts needs a name. */
const nameIssues = (other: StoredInvoice['issuer']): readonly Issue[] =>
  other?.cuit && other.name === formatCuit(other.cuit) ? [{ path: 'name', message: 'Ingresá la razón social' }] : [];

/** What our own side lacks is set in Configuración, not in the form. */
const ofOwnSide = (issue: Issue, { direction }: StoredInvoice): Issue =>
  issue.path === 'issuer.cuit' && direction === 'emitida' ? { path: ownCuitPath, message: ownCuitWords } : issue;

export const ownCuitWords = 'Cargá el CUIT de tu organización en Configuración';

export const ownCuitPath = 'own.cuit';

/** Checks an invoice as the server will: sum, CUIT, duplicate, addressee. */
export function checked(invoice: StoredInvoice, own: OwnParty, others: readonly Invoice[], today: string): Checked {
  const identity = identityOf(invoice);
  const duplicate =
    identity === null
      ? undefined
      : others.find((one) => one.state !== 'anulada' && identityOf(storedOf(one)) === identity);
  const other = invoice.direction === 'emitida' ? invoice.recipient : invoice.issuer;
  const sums = sumsOf(invoice);
  const isKnown = Boolean(other?.cuit && isCuit(other.cuit));
  const isNamed = addresseeIssues(invoice, own.cuit ? cuitDigits(own.cuit) : null).length === 0;
  const issues = [
    ...nameIssues(other ?? null),
    ...invoiceIssues(invoice, today).map((issue) => ofOwnSide(issue, invoice)),
  ];
  const isDated = !issues.some((issue) => issue.path === 'issued_on' || issue.path === 'due_on');
  // A ticket names no CUIT, and a remito need not.
  const asksCuit = isNumbered(invoice.kind ?? 'factura') || Boolean(other?.cuit);
  return {
    duplicate: duplicate ?? null,
    issues,
    checks: [
      ...(asksCuit ? [check(isKnown, 'CUIT válido', other?.cuit ? 'El CUIT no es válido' : 'Falta el CUIT')] : []),
      check(isDated, 'La fecha es posible', 'Falta la fecha, o no es posible'),
      check(
        invoice.lines.length > 0 && addsUp(sums),
        'La suma es correcta',
        invoice.lines.length > 0 ? 'La suma no es la del comprobante' : 'Faltan los ítems',
      ),
      check(!duplicate, 'No está duplicada', duplicate ? `Ya está cargada: ${titleOf(duplicate)}` : ''),
      check(isNamed, 'Está a nombre de la organización', 'No está a nombre de la organización'),
    ],
  };
}
