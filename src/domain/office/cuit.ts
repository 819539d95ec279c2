/** What each of the first ten figures counts in the check (domain.md §4.10). */
const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/** A CUIT as eleven figures, however it was written: `20-12345678-6`, `20 12345678 6`. */
export const cuitDigits = (text: string): string => text.replace(/[\s.-]/g, '');

/** Whether a CUIT can be one: eleven figures, and the last one is what the others give. Takes it with or without dashes. */
export function isCuit(text: string): boolean {
  const digits = cuitDigits(text);
  return /^\d{11}$/.test(digits) && checkDigit(digits) === Number(digits[10]);
}

/** The check digit of the first ten figures; 10 for a number that no prefix of its own goes with. */
function checkDigit(digits: string): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return (11 - (sum % 11)) % 11;
}

/** `20-12345678-6`. What is no CUIT stays as it was written. */
export function formatCuit(text: string): string {
  const digits = cuitDigits(text);
  return /^\d{11}$/.test(digits) ? `${digits.slice(0, 2)}-${digits.slice(2, 10)}-${digits.slice(10)}` : text;
}
