const mobile = /^\+549\d+$/;

/**
 * An Argentine mobile number in the spelling of product.md §5: digits only behind `+549`, the 9 added after 54 where it is missing.
 * Gives null when fewer than 13 characters come out or when it is not `+549` and digits.
 */
export function normalizePhone(typed: string): string | null {
  if (typed.length > 64) return null;
  const digits = typed.replace(/[^0-9]/g, '').replace(/^00/, '');
  if (digits === '') return null;
  const national = digits.startsWith('54') ? digits.slice(2) : digits;
  const number = `+549${national.startsWith('9') && digits.startsWith('54') ? national.slice(1) : national}`;
  return number.length >= 13 && number.length <= 16 && mobile.test(number) ? number : null;
}

/** `+54 9 11 5555-1234`, for reading. */
export const formatPhone = (phone: string): string => phone.replace(/^\+549(\d{2})(\d{4})(\d+)$/, '+54 9 $1 $2-$3');
