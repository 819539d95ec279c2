const mobile = /^\+549\d+$/;

/** Area codes of three digits; that of Buenos Aires has two, all others have four, and area and number have ten together. */
const threeDigits = '22[013]|23[06]|249|26[01346]|280|29[14789]|336|34[1235]|35[138]|36[24]|37[069]|38[013578]';
const area = `11|${threeDigits}|[23]\\d{3}`;
const areas = new RegExp(`^\\+549(${area})(\\d+)(\\d{4})$`);
const dialledMobile = new RegExp(`^(${area})15(\\d+)$`);

/** Without what is dialled inside of the country alone: the 0 before the area code and the 15 of a mobile behind it. */
function undialled(national: string): string {
  const number = national.replace(/^0/, '');
  return number.length === 12 ? number.replace(dialledMobile, '$1$2') : number;
}

/**
 * An Argentine mobile number as product.md §5 spells it: `+549` and digits, the 9 added where missing. Null for under 13 characters,
 * anything else, or another country.
 */
export function normalizePhone(typed: string): string | null {
  if (typed.length > 64) return null;
  const digits = typed.replace(/[^0-9]/g, '').replace(/^00/, '');
  if (digits === '') return null;
  // Another country's number would become some Argentine's, to whom its codes go.
  if (/^[^0-9]*(\+|00)/.test(typed) && !digits.startsWith('54')) return null;
  const national = digits.startsWith('54') ? digits.slice(2).replace(/^9/, '') : digits;
  const number = `+549${undialled(national)}`;
  return number.length >= 13 && number.length <= 16 && mobile.test(number) ? number : null;
}

/** `+54 9 11 5555-1234`, `+54 9 249 455-1201`, for reading. */
export const formatPhone = (phone: string): string => phone.replace(areas, '+54 9 $1 $2-$3');
