/** Money as whole numbers, never floats (domain.md §2). Amounts travel as decimal strings. */
export type Cents = bigint;

/** A decimal string as a whole number of units of 10^-decimals. Throws on what is no decimal: schemas come first. */
function scaled(text: string, decimals: number): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) throw new Error(`${text} is no decimal`);
  const [, sign = '', whole = '0', rest = ''] = parts;
  const figures = BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'));
  // What lies beyond the last figure kept rounds half up.
  const rounded = Number(rest[decimals] ?? 0) >= 5 ? figures + 1n : figures;
  return sign === '-' ? -rounded : rounded;
}

/** `"18500.00"` as cents. */
export const centsOf = (text: string): Cents => scaled(text, 2);

/** Cents as the wire says them: `"18500.00"`. */
export function moneyText(cents: Cents): string {
  const figures = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${figures.slice(0, -2)}.${figures.slice(-2)}`;
}

/** A quotient rounded to the nearest whole, halves away from zero. */
export function dividedBy(value: bigint, divisor: bigint): bigint {
  const [size, by] = [value < 0n ? -value : value, divisor < 0n ? -divisor : divisor];
  const quotient = (2n * size + by) / (2n * by);
  return value < 0n === divisor < 0n ? quotient : -quotient;
}

/** A number of the wire (heads, kilos: at most six decimals) as a decimal string that `scaled` reads. */
const decimalText = (value: number): string => value.toFixed(6);

/** A quantity times a unit price, in cents: `15960 × "2800.00"`. */
export const priceOf = (quantity: number, unitPrice: string): Cents =>
  dividedBy(scaled(decimalText(quantity), 6) * scaled(unitPrice, 6), 10_000_000_000n);

/** A percentage of an amount, rounded to the cent: `10.5` of it. */
export const percentOf = (cents: Cents, percent: string): Cents => dividedBy(cents * scaled(percent, 4), 1_000_000n);
