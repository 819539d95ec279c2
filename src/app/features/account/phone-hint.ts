import { formatPhone, normalizePhone } from '#domain/people/phone.ts';

/** How a number will be kept, as soon as it can be read. */
export const phoneHint = (typed: string): string => {
  const phone = normalizePhone(typed);
  return phone ? `Queda como ${formatPhone(phone)}` : 'Con código de área, sin 0 ni 15';
};
