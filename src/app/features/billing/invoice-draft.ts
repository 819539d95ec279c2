import {
  arcaCodeFor,
  type ArcaInvoice,
  blankInvoice,
  cuitDigits,
  formatCuit,
  isDebt,
  isNumbered,
  type Invoice,
  isCuit,
  liquidationOf,
  type StoredInvoice,
  storedOf,
  sumsOf,
  type VatRate,
  vatRates,
} from '#domain';
import { moneyOf, typedMoney } from '#forms';
import { noNumber, type NumberFieldValue, typedNumber } from '#ui';
import { otherSideOf } from './invoice-facts.ts';
import { isOfTotal, netOfTicket, ticketLine } from './ticket-line.ts';

type Line = StoredInvoice['lines'][number];

/** A line of nothing yet. */
export const blankLine = {
  /** Animals have category, heads and kilos; anything else a quantity (domain.md §2.8, lineas). */
  of: 'otro' as 'hacienda' | 'otro',
  category_id: '',
  heads: noNumber,
  kg: noNumber,
  /** What an animal's price is per. */
  price_by: 'kg' as 'kg' | 'cabeza',
  concept: '',
  quantity: 1 as NumberFieldValue,
  unit_price: '',
  net: '',
  vat_rate: '21',
};
export type LineDraft = Readonly<typeof blankLine>;

/** Live cattle bears half the usual rate. */
export const blankHerdLine: LineDraft = { ...blankLine, of: 'hacienda', quantity: null, vat_rate: '10.5' };

const rateOf = (text: string): VatRate => vatRates.find((rate) => String(rate) === text) ?? 21;

/** A typed line as the body of its call. */
function lineOf(line: LineDraft): Line {
  const priced = { unit_price: moneyOf(line.unit_price), net: moneyOf(line.net), vat_rate: rateOf(line.vat_rate) };
  // Drafts older than animals on invoices have no `of`.
  if (line.of !== 'hacienda') return { concept: line.concept, quantity: typedNumber(line.quantity), ...priced };
  const [heads, kg] = [typedNumber(line.heads), typedNumber(line.kg)];
  return {
    concept: line.concept.trim() || 'Hacienda',
    category_id: line.category_id || null,
    heads,
    kg,
    // The price is per `quantity`; unknown kilos leave nothing to multiply.
    quantity: (line.price_by === 'cabeza' ? heads : kg) ?? (line.unit_price ? 0 : null),
    ...priced,
  };
}

/** Whether anything was typed in a line, or in another amount. */
export const isSaid = (line: Partial<LineDraft & AmountDraft>): boolean =>
  Boolean(line.amount || line.concept || line.unit_price || line.net || line.category_id || line.heads || line.kg);

/** A stored line back in the form. The wire gives every line a net: it was typed only without a price. */
const lineDraftOf = (line: Line): LineDraft => {
  const isHerd = Boolean(line.category_id) || typeof line.heads === 'number' || typeof line.kg === 'number';
  return {
    of: isHerd ? 'hacienda' : 'otro',
    category_id: line.category_id ?? '',
    heads: line.heads ?? null,
    kg: line.kg ?? null,
    price_by: isHerd && line.heads !== null && line.quantity === line.heads ? 'cabeza' : 'kg',
    concept: line.concept,
    quantity: line.quantity ?? null,
    unit_price: line.unit_price ? typedMoney(line.unit_price) : '',
    net: line.unit_price ? '' : typedMoney(line.net ?? ''),
    vat_rate: String(line.vat_rate),
  };
};

/** Percepciones, retenciones and costs of a liquidation, as typed. */
export interface AmountDraft {
  readonly kind: string;
  readonly tax: string;
  readonly amount: string;
}

export const blankAmount: AmountDraft = { kind: '', tax: 'iva', amount: '' };

export const blankDraft = {
  direction: 'recibida' as string,
  kind: 'factura' as string,
  letter: '',
  point_of_sale: '',
  number: '',
  issued_on: '',
  due_on: '',
  name: '',
  cuit: '',
  vat_condition: '',
  lines: [] as readonly LineDraft[],
  charges: [] as readonly AmountDraft[],
  withholdings: [] as readonly AmountDraft[],
  currency: 'ARS' as string,
  exchange_rate: '',
  total: '',
  cae: '',
  notes: '',
  source: 'manual' as string,
  arca_code: null as number | null,
  liquidation: '',
  gross_kg: noNumber,
  shrink_pct: noNumber,
  cae_expires_on: '',
  /** Whether it goes into the books once confirmed; empty while not chosen. */
  to_stock: '' as '' | 'si' | 'no',
  files: [] as readonly { readonly digest: string; readonly name: string }[],
};

/** An invoice as typed. The other side is one party; the own side is the organization. */
export type InvoiceDraft = Readonly<typeof blankDraft> & {
  /** The client's id: a repeated save makes no second invoice. */
  readonly cid: string;
};

export interface OwnParty {
  readonly name: string;
  /** Its figures. */
  readonly cuit: string | null;
}

const figures = (text: string): number | null => {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? null : Number(digits);
};
const textOrNull = (text: string): string | null => text.trim() || null;

/** Whether a paper is of animals. */
export const isOfHerd = ({ kind, lines }: Pick<InvoiceDraft, 'kind' | 'lines'>): boolean =>
  kind === 'liquidacion' || lines.some((line) => line.of === 'hacienda');

const linesOf = (draft: InvoiceDraft, withholdings: StoredInvoice['withholdings']): StoredInvoice['lines'] => {
  const said = draft.lines.filter(isSaid).map(lineOf);
  const total = moneyOf(draft.total);
  const isTotalAlone = said.length === 0 && draft.kind === 'ticket' && total !== null;
  return isTotalAlone ? [ticketLine(netOfTicket(total, withholdings))] : said;
};

const withheldIn = (draft: InvoiceDraft): StoredInvoice['withholdings'] =>
  draft.withholdings.filter(isSaid).map((one) => ({
    kind: (one.kind || 'percepcion') as 'percepcion',
    tax: one.tax as 'iva',
    amount: moneyOf(one.amount) ?? '',
  }));

/** The typed invoice as the body of its call. */
export function invoiceOf(draft: InvoiceDraft, own: OwnParty): StoredInvoice {
  const cuit = cuitDigits(draft.cuit);
  // A draft with only a CUIT keeps it, and is recognised by it.
  const name = draft.name.trim() || (isCuit(cuit) ? formatCuit(cuit) : '');
  const other = name ? { name, cuit: cuit || null, vat_condition: (draft.vat_condition || null) as 'ri' | null } : null;
  const us = { name: own.name, cuit: own.cuit };
  const isOurs = draft.direction === 'emitida';
  const withholdings = withheldIn(draft);
  return {
    ...blankInvoice,
    direction: isOurs ? 'emitida' : 'recibida',
    kind: draft.kind as StoredInvoice['kind'],
    letter: isNumbered(draft.kind) ? draft.letter || null : null,
    arca_code: arcaCodeFor(draft.kind, draft.letter, draft.arca_code, draft.liquidation),
    point_of_sale: figures(draft.point_of_sale),
    number: figures(draft.number),
    issued_on: draft.issued_on || null,
    due_on: (isDebt(draft) && draft.due_on) || null,
    issuer: isOurs ? us : other,
    recipient: isOurs ? other : us,
    lines: linesOf(draft, withholdings),
    gross_kg: isOfHerd(draft) ? typedNumber(draft.gross_kg) : null,
    shrink_pct: isOfHerd(draft) ? typedNumber(draft.shrink_pct) : null,
    charges: (draft.kind === 'liquidacion' ? draft.charges : [])
      .filter(isSaid)
      .map((one) => ({ kind: (one.kind || 'otro') as 'otro', net: moneyOf(one.amount) ?? '' })),
    withholdings,
    currency: draft.currency === 'USD' ? 'USD' : 'ARS',
    exchange_rate: draft.currency === 'USD' ? moneyOf(draft.exchange_rate) : null,
    total: moneyOf(draft.total),
    cae: isNumbered(draft.kind) ? textOrNull(draft.cae.replace(/\s/g, '')) : null,
    cae_expires_on: (isNumbered(draft.kind) && draft.cae_expires_on) || null,
    source: draft.source as StoredInvoice['source'],
    notes: textOrNull(draft.notes),
  };
}

/** A stored invoice back in the form. */
export function draftOf(invoice: Invoice): InvoiceDraft {
  const stored = storedOf(invoice);
  const other = otherSideOf(stored);
  const { total, computed } = sumsOf(stored);
  const hasNoLines = isOfTotal(stored);
  // Rows from before do not say whether their total was typed.
  const isTyped = hasNoLines || (invoice['total_typed'] ?? total !== computed);
  return {
    cid: invoice.id,
    direction: stored.direction,
    kind: stored.kind,
    letter: stored.letter ?? '',
    point_of_sale: stored.point_of_sale ? String(stored.point_of_sale) : '',
    number: stored.number ? String(stored.number) : '',
    issued_on: stored.issued_on ?? '',
    due_on: stored.due_on ?? '',
    name: other?.name ?? '',
    cuit: other?.cuit ? formatCuit(other.cuit) : '',
    vat_condition: other?.vat_condition ?? '',
    lines: hasNoLines ? [] : stored.lines.map(lineDraftOf),
    charges: stored.charges.map((one) => ({ kind: one.kind, tax: '', amount: typedMoney(one.net) })),
    withholdings: stored.withholdings.map((one) => ({ kind: one.kind, tax: one.tax, amount: typedMoney(one.amount) })),
    currency: stored.currency,
    exchange_rate: stored.exchange_rate ? typedMoney(stored.exchange_rate) : '',
    total: stored.total && isTyped ? typedMoney(stored.total) : '',
    cae: stored.cae ?? '',
    notes: stored.notes ?? '',
    source: stored.source,
    arca_code: stored.arca_code,
    liquidation: liquidationOf(stored.arca_code) ?? '',
    gross_kg: stored.gross_kg,
    shrink_pct: stored.shrink_pct,
    cae_expires_on: stored.cae_expires_on ?? '',
    to_stock: '',
    files: [],
  };
}

/** The parts that are not null. */
export const withoutNulls = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/** What ARCA's QR says, as changes of the form. */
export function arcaChanges(qr: ArcaInvoice, own: OwnParty): Partial<InvoiceDraft> {
  const isOurs = qr.issuer_cuit !== null && qr.issuer_cuit === own.cuit;
  const { kind, letter, issued_on, currency, cae } = qr;
  const as = <T>(value: T | null, words: (value: T) => string) => (value === null ? null : words(value));
  const said = withoutNulls({
    kind,
    letter,
    issued_on,
    currency,
    cae,
    liquidation: liquidationOf(qr.arca_code),
    point_of_sale: as(qr.point_of_sale, String),
    number: as(qr.number, String),
    cuit: as(isOurs ? qr.recipient_cuit : qr.issuer_cuit, formatCuit),
    exchange_rate: as(qr.exchange_rate, (rate) => typedMoney(String(Number(rate)))),
    total: as(qr.total, typedMoney),
  });
  return {
    direction: isOurs ? 'emitida' : 'recibida',
    source: 'qr',
    arca_code: qr.arca_code,
    ...said,
  };
}
