import { searchable } from '../text.ts';
import { normalizePhone } from './phone.ts';

/** Starts with a letter, unlike a telephone; no `@`, unlike an address. */
const givenName = /^[a-z][a-z0-9]*([.-][a-z0-9]+)*$/;
const longestPart = 20;

/**
 * A log-in name normalized: lower-case address, `+549…` mobile, or given name without accents (domain.md §2.12). Null for anything else.
 */
export function readLogin(typed: string): string | null {
  const text = typed.trim();
  if (text.includes('@')) return text.toLowerCase();
  const name = searchable(text);
  return givenName.test(name) ? name : /[a-z]/i.test(text) ? null : normalizePhone(text);
}

const partOf = (text: string): string =>
  searchable(text)
    .replace(/[^a-z0-9]/g, '')
    .slice(0, longestPart);

/** `jose.laquerencia`. The server adds a number if taken. */
export function givenLogin(firstName: string, farm: string): string {
  // A leading digit would make it a telephone.
  const first = partOf(firstName).replace(/^[0-9]+/, '');
  return [first === '' ? 'usuario' : first, partOf(farm)].filter((part) => part !== '').join('.');
}
