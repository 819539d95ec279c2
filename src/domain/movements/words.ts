import { formatDay, formatInstant } from '../dates.ts';
import { formatNumber } from '../numbers.ts';
import { formatMoney } from '../quantities.ts';
import { unitWord } from '../supplies/units.ts';
import { headsOf, listOf } from '../text.ts';
import type { Names } from './define.ts';
import type { Readable, ReadControl } from './readable.ts';
import type { Said } from './said.ts';
import { partsOf } from './vocabulary.ts';

/** Names for everything that a record may reference, deleted things too. */
export interface RecordNames extends Names {
  readonly asset: (id: string) => string;
  readonly cycle: (id: string) => string;
  readonly person: (id: string) => string;
}

export const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const saidLines = (value: unknown): readonly Said[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).filter(isSaid);

/** Null means 'Sin lote' or 'Sin rodeo' where the book needs the place, and nothing elsewhere. */
export const isAnswered = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const textsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).map(text);

/** No digit is lost: a dose may have three decimals. */
const figure = (value: unknown): string => (typeof value === 'number' ? formatNumber(value, 6) : text(value));

type Wording = (value: unknown, field: Readable, names: RecordNames) => string;

const named =
  (of: 'lot' | 'rodeo' | 'campo' | 'category' | 'asset' | 'cycle' | 'person'): Wording =>
  (value, _field, names) =>
    textsIn(value)
      .map((id) => names[of](id))
      .join(', ');

const measured: Wording = (value, { unit = '' }) => [figure(value), unit].filter(Boolean).join(' ');

const chosen: Wording = (value, { options = {} }) =>
  textsIn(value)
    .map((word) => options[word] ?? word)
    .join(', ');

const weights: Wording = (value) =>
  saidLines(value)
    .map(({ kg, tag }) => (isAnswered(tag) ? `${figure(kg)} kg (${text(tag)})` : `${figure(kg)} kg`))
    .join(' · ');

const lines: Wording = (value, field, names) => listOf(saidLines(value).map((line) => lineWords(field, line, names)));

const wordings: Readonly<Record<ReadControl, Wording>> = {
  day: (value) => formatDay(text(value)),
  instant: (value) => formatInstant(text(value)),
  lot: named('lot'),
  lots: named('lot'),
  rodeo: named('rodeo'),
  rodeos: named('rodeo'),
  campo: named('campo'),
  category: named('category'),
  asset: named('asset'),
  cycle: named('cycle'),
  person: named('person'),
  integer: measured,
  quantity: measured,
  difference: (value) =>
    typeof value === 'number' && value > 0 ? `+${figure(value)}` : figure(value).replace('-', '−'),
  money: (value) => formatMoney(text(value)),
  text,
  time: text,
  choice: chosen,
  choices: chosen,
  unit: chosen,
  flag: (value) => (value === true || value === 1 ? 'Sí' : 'No'),
  photos: (value) => formatNumber(textsIn(value).length),
  weights,
  animals: lines,
  weighed: lines,
  products: lines,
  supplies: lines,
  counted: lines,
  served: lines,
  inseminations: lines,
};

/** A value in words with its unit; a dash if unanswered. */
export const wordsOf = (field: Readable, value: unknown, names: RecordNames): string =>
  isAnswered(value) ? wordings[field.control](value, field, names) : '—';

const withUnit = (said: Said): string => `${figure(said.quantity)} ${unitWord(text(said.unit), Number(said.quantity))}`;

/** Whether a field is shown with its neighbour: a unit with its quantity, an item's id with its name. */
export function isShownBeside(name: string, said: Said): boolean {
  if (name === 'unit') return isAnswered(said.quantity);
  return name === 'asset_id' && (isAnswered(said.name) || isAnswered(said.product));
}

export function partWords(name: string, field: Readable, said: Said, names: RecordNames): string {
  if (name === 'quantity' && field.unit === '' && isAnswered(said.unit)) return withUnit(said);
  return wordsOf(field, said[name], names);
}

export function lineTitle(
  field: Readable,
  line: Said,
  names: RecordNames,
): { readonly part: string; readonly words: string } {
  const parts = partsOf(field) ?? {};
  const part = Object.keys(parts).find((name) => isAnswered(line[name])) ?? '';
  return { part, words: parts[part] ? wordsOf(parts[part], line[part], names) : '' };
}

/** `30 novillitos (Kilos totales 5.400 kg, Promedio 180 kg)`. */
function lineWords(field: Readable, line: Said, names: RecordNames): string {
  const title = lineTitle(field, line, names);
  const { count } = line;
  const isHeads = typeof count === 'number' && partsOf(field)?.[title.part]?.control === 'category';
  const rest = Object.entries(partsOf(field) ?? {}).flatMap(([name, part]) => {
    const isSpoken = name === title.part || (isHeads && name === 'count') || isShownBeside(name, line);
    return isSpoken || !isAnswered(line[name]) ? [] : [`${part.label} ${partWords(name, part, line, names)}`];
  });
  const first = isHeads ? headsOf(count, title.words) : title.words;
  return rest.length > 0 ? `${first} (${rest.join(', ')})` : first;
}
