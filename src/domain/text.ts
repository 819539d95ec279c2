import { formatNumber } from './numbers.ts';

const lists = new Intl.ListFormat('es-AR', { type: 'conjunction' });

/** Sorts names as people read them: `Lote 9` before `Lote 10`, accents and case aside (ux.md §5.4). */
export const compareNames = new Intl.Collator('es-AR', { numeric: true, sensitivity: 'base' }).compare;

/** `3 terneros, 2 terneras y 1 vaca`. */
export const listOf = (words: readonly string[]): string => lists.format(words);

/** `1 lote`, `2 lotes`, `14.140 lotes`. The plural adds `s` or `es` unless it is given. */
export function counted(count: number, one: string, many = pluralOf(one)): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A heading with how many stand under it: `Rechazados (1.200)`. */
export const withCount = (title: string, count: number): string => `${title} (${formatNumber(count)})`;

/** Heads of a category: `2 terneros al pie`. Only the first word takes the plural. */
export function headsOf(count: number, category: string): string {
  const [first = '', ...rest] = category.toLocaleLowerCase('es-AR').split(' ');
  return [formatNumber(count), count === 1 ? first : pluralOf(first), ...rest].join(' ');
}

/**
 * Says that the book is below zero in a place: the animals are there, and what brought them was not recorded (domain.md §3.0). `category`
 * where the place is of several.
 */
export const shortInBook = (missing: number, category?: string): string =>
  `El libro tiene ${category === undefined ? formatNumber(missing, 0) : headsOf(missing, category)} de menos`;

function pluralOf(word: string): string {
  if (/[aeiouáéó]$/.test(word)) return `${word}s`;
  if (/z$/.test(word)) return `${word.slice(0, -1)}ces`;
  if (/ción$/.test(word)) return `${word.slice(0, -2)}ones`;
  return /s$/.test(word) ? word : `${word}es`;
}

/** Text as it is searched: lower case, no accents. */
export const searchable = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Takes out control signs and the marks that turn the direction of writing round (trust.md row 13). */
export const withoutControls = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '');

/** A name that somebody gave, as it stands in a letter to somebody else: one short line that leads nowhere. */
export const inLetter = (name: string): string =>
  withoutControls(name)
    .replace(/[\s/\\:@<>«»]+/g, ' ')
    .replace(/(?<=\S)\.(?=\S)/g, ' ')
    .trim()
    .slice(0, 60);
