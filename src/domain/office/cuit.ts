/** Weights of the check digit (domain.md §4.10). */
const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/** Without separators: `20-12345678-6`, `20 12345678 6`. */
export const cuitDigits = (text: string): string => text.replace(/[\s.-]/g, '');

export function isCuit(text: string): boolean {
  const digits = cuitDigits(text);
  return /^\d{11}$/.test(digits) && checkDigit(digits) === Number(digits[10]);
}

/** 10 for a number that needs another prefix. */
function checkDigit(digits: string): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return (11 - (sum % 11)) % 11;
}

/** `20-12345678-6`; anything else stays. */
export function formatCuit(text: string): string {
  const digits = cuitDigits(text);
  return /^\d{11}$/.test(digits) ? `${digits.slice(0, 2)}-${digits.slice(2, 10)}-${digits.slice(10)}` : text;
}
