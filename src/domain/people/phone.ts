const mobile = /^\+549\d+$/;

/** Area codes: two digits for Buenos Aires, three for these, four for all others. Area and number have ten together. */
const threeDigits = '22[013]|23[06]|249|26[01346]|280|29[14789]|336|34[1235]|35[138]|36[24]|37[069]|38[013578]';
const area = `11|${threeDigits}|[23]\\d{3}`;
const areas = new RegExp(`^\\+549(${area})(\\d+)(\\d{4})$`);
const dialledMobile = new RegExp(`^(${area})15(\\d+)$`);

/** Drops domestic prefixes: 0 before the area code, 15 after it. */
function undialled(national: string): string {
  const number = national.replace(/^0/, '');
  return number.length === 12 ? number.replace(dialledMobile, '$1$2') : number;
}

/** `+549` and digits (product.md §5); adds a missing 9. Null if too short, not a mobile, or of another country. */
export function normalizePhone(typed: string): string | null {
  if (typed.length > 64) return null;
  const digits = typed.replace(/[^0-9]/g, '').replace(/^00/, '');
  if (digits === '') return null;
  // Otherwise another country's number would become a stranger's Argentine one, which then gets the codes.
  if (/^[^0-9]*(\+|00)/.test(typed) && !digits.startsWith('54')) return null;
  const national = digits.startsWith('54') ? digits.slice(2).replace(/^9/, '') : digits;
  const number = `+549${undialled(national)}`;
  return number.length >= 13 && number.length <= 16 && mobile.test(number) ? number : null;
}

/** `+54 9 11 5555-1234`, `+54 9 249 455-1201`. */
export const formatPhone = (phone: string): string => phone.replace(areas, '+54 9 $1 $2-$3');
