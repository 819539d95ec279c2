import { formatNumber } from './numbers.ts';
import { once } from './once.ts';

const lists = once(() => new Intl.ListFormat('es-AR', { type: 'conjunction' }));
const collator = once(() => new Intl.Collator('es-AR', { numeric: true, sensitivity: 'base' }));

/** `Lote 9` before `Lote 10`, ignoring accents and case (ux.md §5.4). */
export const compareNames = (one: string, other: string): number => collator().compare(one, other);

/** `3 terneros, 2 terneras y 1 vaca`. */
export const listOf = (words: readonly string[]): string => lists().format(words);

/** `1 lote`, `2 lotes`, `14.140 lotes`. */
export function counted(count: number, one: string, many = pluralOf(one)): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** `Rechazados (1.200)`. */
export const withCount = (title: string, count: number): string => `${title} (${formatNumber(count)})`;

/** `2 terneros al pie`: only the first word takes the plural. */
export function headsOf(count: number, category: string): string {
  const [first = '', ...rest] = category.toLocaleLowerCase('es-AR').split(' ');
  return [formatNumber(count), count === 1 ? first : pluralOf(first), ...rest].join(' ');
}

/** A negative cell: the animals exist, but what brought them was not recorded (domain.md §3.0). */
export const shortInBook = (missing: number, category?: string): string =>
  `El libro tiene ${category === undefined ? formatNumber(missing, 0) : headsOf(missing, category)} de menos`;

function pluralOf(word: string): string {
  if (/[aeiouáéó]$/.test(word)) return `${word}s`;
  if (/z$/.test(word)) return `${word.slice(0, -1)}ces`;
  if (/ción$/.test(word)) return `${word.slice(0, -2)}ones`;
  return /s$/.test(word) ? word : `${word}es`;
}

export const searchable = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Removes control characters and bidirectional marks (trust.md row 13). */
export const withoutControls = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '');

/** A user's name inside a mail to others: one short line without links. */
export const inLetter = (name: string): string =>
  withoutControls(name)
    .replace(/[\s/\\:@<>«»]+/g, ' ')
    .replace(/(?<=\S)\.(?=\S)/g, ' ')
    .trim()
    .slice(0, 60);
