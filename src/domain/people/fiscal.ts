import * as z from 'zod/mini';

/** domain.md §2.8. */
export const vatConditions = ['ri', 'monotributo', 'exento', 'cf'] as const;

const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Eleven digits without dashes, dots and spaces; null if the check digit is wrong (domain.md §4.10). */
function normalizeCuit(typed: string): string | null {
  if (typed.length > 32) return null;
  const digits = typed.replace(/[\s.-]/g, '');
  if (!/^\d{11}$/.test(digits)) return null;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const rest = 11 - (sum % 11);
  // No CUIT has check digit ten: such a person gets another prefix.
  const check = rest === 11 ? 0 : rest;
  return check === Number(digits[10]) ? digits : null;
}

export const cuitNumber = z.string().check(
  z.refine((typed) => normalizeCuit(typed) !== null, { error: 'El CUIT no es válido: revisá los 11 números' }),
  z.overwrite((typed) => normalizeCuit(typed) ?? typed),
);
