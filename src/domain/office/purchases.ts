import { sumOf } from '../rows.ts';
import type { Day } from '../dates.ts';
import type { Movement } from '../movements/movement.ts';
import { type Invoice, invoiceKinds, type InvoiceRef, storedOf } from './invoices.ts';
import { isCreditNote, isDebt, isOwed } from './invoice-debts.ts';
import { invoiceRef, recordsOf } from './invoice-refs.ts';
import { sumsOf, vatOfCosts } from './invoice-sums.ts';
import { type Cents, centsOf, dividedBy, moneyText, priceOf } from './money.ts';
import { recordedKind } from '../movements/registry.ts';

/** domain.md §2.6. */
export const purchaseKinds = { hacienda: 'Hacienda', insumos: 'Insumos', servicios: 'Servicios' } as const;
export type PurchaseKind = keyof typeof purchaseKinds;

interface SharedTotal {
  readonly records: number;
  readonly total: string;
  readonly vat: string;
  /** Null where one is no purchase of animals. */
  readonly heads: number | null;
  /** Null for several. */
  readonly category: string | null;
  readonly kg: number;
  /** Totals count it once, with the oldest record. */
  readonly isCounted: boolean;
}

export interface Purchase {
  readonly key: string;
  readonly date: Day;
  readonly kind: PurchaseKind;
  readonly supplier: string | null;
  readonly detail: string;
  readonly heads: number;
  /** Null for several, and for other purchases. */
  readonly category: string | null;
  readonly kg: number;
  /** Without VAT and percepciones, negative for a credit note. Null if unknown or not visible to this person. */
  readonly total: string | null;
  readonly vat: string | null;
  /** Set for an invoice with several records: it has one total for all. */
  readonly shared: SharedTotal | null;
  readonly currency: 'ARS' | 'USD';
  readonly movementId: string | null;
  readonly invoice: (InvoiceRef & Pick<Invoice, 'due'>) | null;
}

const textAt = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const issuerOf = (invoice: Invoice): string | null => storedOf(invoice).issuer?.name ?? null;

const signed = (invoice: Invoice, cents: Cents): string => moneyText(isCreditNote(invoice) ? -cents : cents);
/** Of its lines, and of the costs of a liquidation. */
const vatIn = (invoice: Invoice): Cents => centsOf(invoice.vat) + vatOfCosts(invoice);
/** Without VAT and percepciones, to compare prices (figures.md §2). */
export const baseOf = (invoice: Invoice): string =>
  signed(invoice, centsOf(invoice.total) - vatIn(invoice) - sumsOf(storedOf(invoice)).perceived);
const vatOf = (invoice: Invoice): string => signed(invoice, vatIn(invoice));

const shownRef = (invoice: Invoice): Purchase['invoice'] => ({ ...invoiceRef(invoice), due: invoice.due });

const currencyOf = (invoice: Invoice | undefined): Purchase['currency'] =>
  invoice?.currency === 'USD' ? 'USD' : 'ARS';

/** Openings and counts have no supplier, price or invoice. */
const isBought = ({ metadata }: Movement, invoice: Invoice | undefined): boolean =>
  (metadata.entry_kind ?? 'ingreso') === 'ingreso' &&
  Boolean(invoice ?? textAt(metadata.supplier) ?? textAt(metadata.total));

const kilosOn = (invoice: Invoice | undefined): number =>
  sumOf(invoice?.lines ?? [], (line) => (typeof line.kg === 'number' ? line.kg : 0));

const isOfHerd = ({ type }: Movement): boolean => recordedKind(type)?.bought === 'hacienda';

const headsOf = ({ animals }: Movement): number => sumOf(animals, (line) => line.count);

function oneCategory(movements: readonly Movement[]): string | null {
  const types = new Set(movements.flatMap(({ animals }) => animals.map(({ type }) => type)));
  const [only] = types;
  return types.size === 1 && only !== undefined ? only : null;
}

const isOlder = (a: Movement, b: Movement): boolean => a.date < b.date || (a.date === b.date && a.id < b.id);

/** The price of a remito's goods is their invoice's (decision 0075). */
const paperOf = (movement: Movement, invoices: readonly Invoice[]): Invoice | undefined =>
  invoices.find((one) => isDebt(one) && recordsOf(one).includes(movement.id));

function sharedTotal(movement: Movement, invoice: Invoice, together: readonly Movement[]): SharedTotal | null {
  const living = together.filter((one) => !one.deleted && recordsOf(invoice).includes(one.id));
  if (living.length < 2) return null;
  const isHerd = living.every(isOfHerd);
  return {
    records: living.length,
    total: baseOf(invoice),
    vat: vatOf(invoice),
    heads: isHerd ? sumOf(living, (one) => headsOf(one)) : null,
    category: oneCategory(living),
    kg: kilosOn(invoice),
    isCounted: living.every((one) => one.id === movement.id || isOlder(movement, one)),
  };
}

function typedTotal({ metadata, ...movement }: Movement): string | null {
  const price = textAt(metadata.unit_price);
  const total = textAt(metadata.total);
  return total ?? (price === null ? null : moneyText(priceOf(headsOf({ ...movement, metadata }), price)));
}

/** Its invoice's figures win, those of no draft. Null if it was not bought. `together`: the invoice's other records. */
export function purchaseOf(
  movement: Movement,
  detail: string,
  invoices: readonly Invoice[],
  together: readonly Movement[],
): Purchase | null {
  if (movement.deleted) return null;
  const invoice = paperOf(movement, invoices);
  const isHerd = isOfHerd(movement);
  if (!isHerd && !isBought(movement, invoice)) return null;
  const said = invoice?.state === 'borrador' ? undefined : invoice;
  const shared = said ? sharedTotal(movement, said, [movement, ...together]) : null;
  const paper = shared ? undefined : said;
  return {
    key: movement.id,
    date: movement.date,
    kind: isHerd ? 'hacienda' : 'insumos',
    supplier: textAt(movement.metadata.supplier) ?? (invoice ? issuerOf(invoice) : null),
    detail,
    heads: isHerd ? headsOf(movement) : 0,
    category: isHerd ? oneCategory([movement]) : null,
    kg: isHerd ? kilosOn(paper) : 0,
    total: shared ? null : paper ? baseOf(paper) : typedTotal(movement),
    vat: paper ? vatOf(paper) : null,
    shared,
    currency: currencyOf(said),
    movementId: movement.id,
    invoice: invoice ? shownRef(invoice) : null,
  };
}

export function missingTogether(movements: readonly Movement[], invoices: readonly Invoice[]): readonly string[] {
  const here = new Set(movements.map(({ id }) => id));
  const named = movements.flatMap((one) => {
    const invoice = paperOf(one, invoices);
    return invoice ? recordsOf(invoice) : [];
  });
  return [...new Set(named)].filter((id) => !here.has(id));
}

/**
 * Received invoices without records: services, unlinked ones, those whose records are all in `deleted`, credit notes; no drafts, remitos or
 * receipts.
 */
export function servicesIn(invoices: readonly Invoice[], deleted: ReadonlySet<string>): Purchase[] {
  return invoices
    .filter((one) => one.direction === 'recibida' && one.issued_on !== null && isOwed(one))
    .filter((one) => isCreditNote(one) || one.movement_ids.every((id) => deleted.has(id)))
    .filter((one) => one.state !== 'anulada' && one.state !== 'borrador')
    .map((one) => ({
      key: one.id,
      date: one.issued_on ?? '',
      kind: 'servicios',
      supplier: issuerOf(one),
      detail: [
        ...(isCreditNote(one) ? [invoiceKinds.nota_credito] : []),
        ...new Set(one.lines.map((line) => line.concept)),
      ].join(', '),
      heads: 0,
      category: null,
      kg: 0,
      total: baseOf(one),
      vat: vatOf(one),
      shared: null,
      currency: currencyOf(one),
      movementId: null,
      invoice: shownRef(one),
    }));
}

/** Average price; category null: several at one price. */
interface HeadPrice {
  readonly category: string | null;
  readonly heads: number;
  readonly amount: string;
}

/** Amounts without VAT; prices where everything is known. */
export interface PurchaseTotals {
  readonly ars: string;
  readonly usd: string;
  readonly vat: { readonly ars: string; readonly usd: string };
  readonly heads: number;
  readonly kg: number;
  readonly perHead: readonly HeadPrice[];
  readonly perKg: string | null;
}

interface Counted extends Pick<Purchase, 'kind' | 'currency' | 'category' | 'kg'> {
  readonly total: Cents;
  readonly vat: Cents;
  /** Null where the total is for more than animals. */
  readonly heads: number | null;
}

function countedIn({ kind, currency, total, vat, heads, category, kg, shared }: Purchase): Counted[] {
  if (shared) {
    const sums = { ...shared, total: centsOf(shared.total), vat: centsOf(shared.vat) };
    return shared.isCounted ? [{ ...sums, kind, currency }] : [];
  }
  return total === null
    ? []
    : [{ kind, currency, total: centsOf(total), vat: centsOf(vat ?? '0'), heads, category, kg }];
}

/** By category, most heads first; mixed ones last. */
function headPrices(priced: readonly Counted[]): HeadPrice[] {
  const prices = [...new Set(priced.map(({ category }) => category))].flatMap((category): HeadPrice[] => {
    const own = priced.filter((one) => one.category === category);
    const heads = sumOf(own, (one) => one.heads ?? 0);
    const total = own.reduce((sum, one) => sum + one.total, 0n);
    return heads > 0 ? [{ category, heads, amount: moneyText(dividedBy(total, BigInt(heads))) }] : [];
  });
  return prices.toSorted((a, b) => Number(a.category === null) - Number(b.category === null) || b.heads - a.heads);
}

export function purchaseTotals(purchases: readonly Purchase[]): PurchaseTotals {
  const counted = purchases.flatMap(countedIn);
  const sumIn = (currency: Purchase['currency'], of: 'total' | 'vat', some = counted): Cents =>
    some.filter((one) => one.currency === currency).reduce((sum, one) => sum + one[of], 0n);
  const priced = counted.filter((one) => one.kind === 'hacienda' && one.heads !== null && one.currency === 'ARS');
  const weighed = priced.filter((one) => one.kg > 0);
  const pricedKg = sumOf(weighed, (one) => one.kg);
  const kilos = ({ kg, shared }: Purchase): number => kg + (shared?.isCounted ? shared.kg : 0);
  return {
    ars: moneyText(sumIn('ARS', 'total')),
    usd: moneyText(sumIn('USD', 'total')),
    vat: { ars: moneyText(sumIn('ARS', 'vat')), usd: moneyText(sumIn('USD', 'vat')) },
    heads: sumOf(purchases, (one) => one.heads),
    kg: sumOf(purchases, (one) => kilos(one)),
    // In grams: weights may have decimals, amounts are whole cents.
    perKg:
      pricedKg > 0
        ? moneyText(dividedBy(sumIn('ARS', 'total', weighed) * 1000n, BigInt(Math.round(pricedKg * 1000))))
        : null,
    perHead: headPrices(priced),
  };
}
