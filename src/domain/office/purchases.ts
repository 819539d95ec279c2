import { addMonths, type Day, monthOf } from '../dates.ts';
import type { Movement } from '../movements/movement.ts';
import type { Invoice, InvoiceRef } from './invoices.ts';
import { type Cents, centsOf, dividedBy, moneyText } from './money.ts';

/** What was bought (domain.md §2.6). */
export const purchaseKinds = { hacienda: 'Hacienda', insumos: 'Insumos', servicios: 'Servicios' } as const;
export type PurchaseKind = keyof typeof purchaseKinds;

/** A line of the view over purchases: a movement, an invoice, or both. */
export interface Purchase {
  readonly key: string;
  readonly date: Day;
  readonly kind: PurchaseKind;
  readonly supplier: string | null;
  readonly detail: string;
  readonly heads: number;
  /** Kilos of the animals, as far as the invoice says them. */
  readonly kg: number;
  /** Null where nobody said it, or where it is not for this person. */
  readonly total: string | null;
  readonly currency: 'ARS' | 'USD';
  readonly movementId: string | null;
  readonly invoice: InvoiceRef | null;
}

const textAt = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const nameOf = (party: unknown): string | null =>
  typeof party === 'object' && party !== null ? textAt((party as { readonly name?: unknown }).name) : null;

/** The few words of an invoice that its records keep. */
export const invoiceRef = (invoice: Invoice): InvoiceRef => ({
  id: invoice.id,
  number: textAt(invoice['full_number']),
  state: invoice.state,
});

const currencyOf = (invoice: Invoice | undefined): Purchase['currency'] =>
  invoice?.currency === 'USD' ? 'USD' : 'ARS';

/** Whether an intake was bought: what is only the opening of an item or a count has no supplier, price or invoice. */
const isBought = ({ metadata }: Movement, invoice: Invoice | undefined): boolean =>
  (metadata['entry_kind'] ?? 'ingreso') === 'ingreso' &&
  Boolean(invoice ?? textAt(metadata['supplier']) ?? textAt(metadata['total']));

const kilosOn = (invoice: Invoice | undefined): number =>
  (invoice?.lines ?? []).reduce((sum, line) => sum + (typeof line['kg'] === 'number' ? line['kg'] : 0), 0);

/** The records that an invoice is of (domain.md §2.8, linked in both directions): one that was annulled is of none. */
export const recordsOf = (invoice: Invoice): readonly string[] =>
  invoice.state === 'anulada' ? [] : invoice.movement_ids;

/** What the way to an invoice is called. */
export const invoiceWords = ({ number }: InvoiceRef): string => (number ? `Factura ${number}` : 'Factura sin número');

/** A movement as a purchase, with the invoice that names it; null for what was not bought. */
export function purchaseOf(movement: Movement, detail: string, invoices: readonly Invoice[]): Purchase | null {
  if (movement.deleted) return null;
  const invoice = invoices.find((one) => recordsOf(one).includes(movement.id));
  const isHerd = movement.type === 'BUY';
  if (!isHerd && !isBought(movement, invoice)) return null;
  return {
    key: movement.id,
    date: movement.date,
    kind: isHerd ? 'hacienda' : 'insumos',
    supplier: textAt(movement.metadata['supplier']) ?? nameOf(invoice?.['issuer']),
    detail,
    heads: isHerd ? movement.animals.reduce((sum, line) => sum + line.count, 0) : 0,
    kg: isHerd ? kilosOn(invoice) : 0,
    total: textAt(movement.metadata['total']) ?? invoice?.total ?? null,
    currency: textAt(movement.metadata['total']) === null ? currencyOf(invoice) : 'ARS',
    movementId: movement.id,
    invoice: invoice ? invoiceRef(invoice) : null,
  };
}

/** Invoices that came in for nothing in the books: services, and what is still to be linked. Drafts are none yet. */
export function servicesIn(invoices: readonly Invoice[]): Purchase[] {
  return invoices
    .filter((one) => one.direction === 'recibida' && one.movement_ids.length === 0 && one.issued_on !== null)
    .filter((one) => one.state !== 'anulada' && one.state !== 'borrador')
    .map((one) => ({
      key: one.id,
      date: one.issued_on ?? '',
      kind: 'servicios',
      supplier: nameOf(one['issuer']),
      detail: [...new Set(one.lines.map((line) => line.concept))].join(', '),
      heads: 0,
      kg: 0,
      total: one.total,
      currency: currencyOf(one),
      movementId: null,
      invoice: invoiceRef(one),
    }));
}

/** What purchases come to: by currency, in heads and kilos, and what a head and a kilo cost where all is known. */
export interface PurchaseTotals {
  readonly ars: string;
  readonly usd: string;
  readonly heads: number;
  readonly kg: number;
  readonly perHead: string | null;
  readonly perKg: string | null;
}

export function purchaseTotals(purchases: readonly Purchase[]): PurchaseTotals {
  const sumIn = (some: readonly Purchase[], currency: Purchase['currency']): Cents =>
    some
      .filter((one) => one.currency === currency && one.total !== null)
      .reduce((sum, one) => sum + centsOf(one.total ?? '0'), 0n);
  const priced = purchases.filter((one) => one.kind === 'hacienda' && one.total !== null && one.currency === 'ARS');
  const pricedHeads = priced.reduce((sum, one) => sum + one.heads, 0);
  const weighed = priced.filter((one) => one.kg > 0);
  const pricedKg = weighed.reduce((sum, one) => sum + one.kg, 0);
  return {
    ars: moneyText(sumIn(purchases, 'ARS')),
    usd: moneyText(sumIn(purchases, 'USD')),
    heads: purchases.reduce((sum, one) => sum + one.heads, 0),
    kg: purchases.reduce((sum, one) => sum + one.kg, 0),
    // In grams: a weight may have decimals, an amount is counted in whole cents.
    perKg:
      pricedKg > 0 ? moneyText(dividedBy(sumIn(weighed, 'ARS') * 1000n, BigInt(Math.round(pricedKg * 1000)))) : null,
    perHead: pricedHeads > 0 ? moneyText(dividedBy(sumIn(priced, 'ARS'), BigInt(pricedHeads))) : null,
  };
}

/** The campaign of a day: 1 July to 30 June (domain.md §2.6), by the year in which it begins. */
export const campaignOf = (day: Day): number => Number(addMonths(monthOf(day), -6).slice(0, 4));

/** The days of a campaign, both included. */
export const campaignDays = (year: number): { readonly from: Day; readonly to: Day } => ({
  from: `${year}-07-01`,
  to: `${year + 1}-06-30`,
});
