import { type StoredInvoice, type VatRate, vatRates } from '#domain';
import { moneyOf, typedMoney } from '#forms';
import { type NumberFieldValue, typedNumber } from '#ui';

type Line = StoredInvoice['lines'][number];

/** A line of nothing yet. */
export const blankLine = {
  /** Animals have category, heads and kilos; anything else a quantity (domain.md §2.8, lineas). */
  of: 'otro' as 'hacienda' | 'otro',
  category_id: '',
  heads: null as NumberFieldValue,
  kg: null as NumberFieldValue,
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
export function lineOf(line: LineDraft): Line {
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

/** Whether anything was typed in a line. */
export const isSaid = (line: LineDraft): boolean =>
  Boolean(line.concept || line.unit_price || line.net || line.category_id || line.heads || line.kg);

/** A stored line back in the form. The wire gives every line a net: it was typed only without a price. */
export const lineDraftOf = (line: Line): LineDraft => {
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
