import { searchable } from '../text.ts';
import { normalizePhone } from './phone.ts';

/** What a name to sign in with looks like: it begins with a letter, so that it is no telephone, and has no `@`, so that it is no address. */
const givenName = /^[a-z][a-z0-9]*([.-][a-z0-9]+)*$/;
const longestPart = 20;

/**
 * A typed log-in name in its one spelling: an address in lower case, an Argentine mobile as `+549…`, or the name that his farm gave him
 * without accents (domain.md §2.12). Null when it is none of them.
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

/** The name that a farm gives somebody to sign in with: `jose.laquerencia`. The server puts a figure behind it where it is taken. */
export function givenLogin(firstName: string, farm: string): string {
  // A figure in front would make it a telephone.
  const first = partOf(firstName).replace(/^[0-9]+/, '');
  return [first === '' ? 'usuario' : first, partOf(farm)].filter((part) => part !== '').join('.');
}
