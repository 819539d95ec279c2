/** Integers, never floats (domain.md §2). The wire has decimal strings. */
export type Cents = bigint;

/** A decimal string as an integer of 10^-decimals. Throws on anything else: validate first. */
function scaled(text: string, decimals: number): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) throw new Error(`${text} is no decimal`);
  const [, sign = '', whole = '0', rest = ''] = parts;
  const figures = BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'));
  // Rounds half up.
  const rounded = Number(rest[decimals] ?? 0) >= 5 ? figures + 1n : figures;
  return sign === '-' ? -rounded : rounded;
}

/** `"18500.00"` → cents. */
export const centsOf = (text: string): Cents => scaled(text, 2);

/** Cents → `"18500.00"`. */
export function moneyText(cents: Cents): string {
  const figures = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${figures.slice(0, -2)}.${figures.slice(-2)}`;
}

/** Rounded to the nearest integer, halves away from zero. */
export function dividedBy(value: bigint, divisor: bigint): bigint {
  const [size, by] = [value < 0n ? -value : value, divisor < 0n ? -divisor : divisor];
  const quotient = (2n * size + by) / (2n * by);
  return value < 0n === divisor < 0n ? quotient : -quotient;
}

const decimalText = (value: number): string => value.toFixed(6);

/** Quantity × unit price: `15960 × "2800.00"`. */
export const priceOf = (quantity: number, unitPrice: string): Cents =>
  dividedBy(scaled(decimalText(quantity), 6) * scaled(unitPrice, 6), 10_000_000_000n);

/** Cents of one currency in another, at its rate: `"1401.1234"`. */
export const pricedAt = (cents: Cents, rate: string): Cents => dividedBy(cents * scaled(rate, 6), 1_000_000n);

/** `10.5` % of an amount, rounded. */
export const percentOf = (cents: Cents, percent: string): Cents => dividedBy(cents * scaled(percent, 4), 1_000_000n);
