import { formatPhone, normalizePhone } from '#domain/people/phone.ts';

/** How the number will be stored. */
export const phoneHint = (typed: string): string => {
  const phone = normalizePhone(typed);
  return phone ? `Queda como ${formatPhone(phone)}` : 'Con código de área, sin 0 ni 15';
};
