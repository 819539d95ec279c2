import { type InvoiceState, type StoredInvoice, storedOf, type VatRate } from './invoices.ts';
import { type Cents, centsOf, moneyText, percentOf, priceOf } from './money.ts';

/** domain.md §2.8, §4.10. */
export interface InvoiceSums {
  readonly lines: readonly { readonly net: Cents; readonly vat: Cents }[];
  readonly charges: readonly { readonly net: Cents; readonly vat: Cents }[];
  readonly net: Cents;
  readonly vat: Cents;
  /** Percepciones: tax paid in advance, no cost. */
  readonly perceived: Cents;
  /** Untaxed lines, percepciones, costs of a liquidation. */
  readonly other: Cents;
  readonly computed: Cents;
  /** As printed, else `computed`. */
  readonly total: Cents;
  /** The total less retenciones. */
  readonly due: Cents;
  readonly paid: Cents;
}

type Line = StoredInvoice['lines'][number];
type Charge = StoredInvoice['charges'][number];

/** Rounding allowed: one peso. */
const tolerance: Cents = 100n;

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, one) => total + one, 0n);

/** As given, else quantity (or kilos, or heads) × price. */
function netOf({ net, quantity, kg, heads, unit_price }: Line): Cents {
  if (net !== null && net !== undefined) return centsOf(net);
  const measure = quantity ?? kg ?? heads;
  return measure !== null && measure !== undefined && unit_price ? priceOf(measure, unit_price) : 0n;
}

const vatOn = (net: Cents, rate: VatRate): Cents => (typeof rate === 'number' ? percentOf(net, String(rate)) : 0n);

const sumsOfLine = (line: Line) => {
  const net = netOf(line);
  return { net, vat: line.vat ? centsOf(line.vat) : vatOn(net, line.vat_rate) };
};
/** Charges have 21 % VAT by default. */
const sumsOfCharge = ({ net, vat, vat_rate }: Charge) => {
  const cents = centsOf(net);
  return { net: cents, vat: vat ? centsOf(vat) : vatOn(cents, vat_rate ?? 21) };
};

/** Costs of a sale through a consignee are deducted; elsewhere they are added. */
export function sumsOf(invoice: StoredInvoice): InvoiceSums {
  const lines = invoice.lines.map(sumsOfLine);
  const charges = invoice.charges.map(sumsOfCharge);
  const isUntaxed = (index: number): boolean => invoice.lines[index]?.vat_rate === 'no_gravado';
  const net = sum(lines.flatMap((line, index) => (isUntaxed(index) ? [] : [line.net])));
  const vat = sum(lines.map((line) => line.vat));
  const costs = sum(charges.map((one) => one.net + one.vat));
  const withheld = (kind: 'percepcion' | 'retencion'): Cents =>
    sum(invoice.withholdings.flatMap((one) => (one.kind === kind ? [centsOf(one.amount)] : [])));
  const isSale = invoice.kind === 'liquidacion' && invoice.direction === 'emitida';
  const untaxed = sum(lines.flatMap((line, index) => (isUntaxed(index) ? [line.net] : [])));
  const perceived = withheld('percepcion');
  const other = untaxed + perceived + (isSale ? -costs : costs);
  const computed = net + vat + other;
  const total = invoice.total === null ? computed : centsOf(invoice.total);
  const paid = sum(invoice.payments.map((payment) => centsOf(payment.amount)));
  return { lines, charges, net, vat, perceived, other, computed, total, due: total - withheld('retencion'), paid };
}

/** The VAT of a liquidation's costs, which is not in its `vat`. */
export const vatOfCosts = (invoice: Parameters<typeof storedOf>[0]): Cents =>
  sum(sumsOf(storedOf(invoice)).charges.map(({ vat }) => vat));

export function addsUp({ total, computed }: Pick<InvoiceSums, 'total' | 'computed'>): boolean {
  const off = total - computed;
  return off <= tolerance && off >= -tolerance;
}

export function paymentState({ paid, due }: Pick<InvoiceSums, 'paid' | 'due'>): InvoiceState {
  if (paid === 0n) return 'pendiente';
  return paid + tolerance >= due ? 'pagada' : 'parcial';
}

export const isOverpaid = ({ paid, due }: Pick<InvoiceSums, 'paid' | 'due'>): boolean => paid > due + tolerance;

/** `kg_limpios = kg_sucios × (1 − desbaste/100)`, to the gram; null if unknown. */
export const netKg = ({ gross_kg, shrink_pct }: Pick<StoredInvoice, 'gross_kg' | 'shrink_pct'>): number | null =>
  gross_kg === null || shrink_pct === null ? null : Math.round(gross_kg * (100 - shrink_pct) * 10) / 1000;

/** What an invoice comes to, as the wire has it; `total_typed` tells a total of the paper from one that was added up. */
export function shownSums(invoice: StoredInvoice) {
  const sums = sumsOf(invoice);
  const withSums = (index: number, of: InvoiceSums['lines']) => ({
    net: moneyText(of[index]?.net ?? 0n),
    vat: moneyText(of[index]?.vat ?? 0n),
  });
  return {
    lines: invoice.lines.map((line, index) => ({ ...line, ...withSums(index, sums.lines) })),
    charges: invoice.charges.map((one, index) => ({ ...one, ...withSums(index, sums.charges) })),
    net_kg: netKg(invoice),
    net: moneyText(sums.net),
    vat: moneyText(sums.vat),
    other: moneyText(sums.other),
    total: moneyText(sums.total),
    total_typed: invoice.total !== null,
    due: moneyText(sums.due),
    paid: moneyText(sums.paid),
  };
}
