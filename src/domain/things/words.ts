import { formatDay } from '../dates.ts';
import type { Field } from '../movements/fields.ts';
import { formatNumber } from '../numbers.ts';
import { formatMoney } from '../quantities.ts';
import type { Said, Thing, ThingFields } from './describe.ts';

/** Null for an unknown id. */
export type NameOf = (table: string, id: string) => string | null;

export const namingTables = { lot: 'lots', rodeo: 'rodeos', campo: 'campos', category: 'categories' } as const;
const tableOf = (control: string): string | null =>
  control in namingTables ? namingTables[control as keyof typeof namingTables] : null;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A field's value in words; empty if unanswered or unknown. */
export function fieldWords({ control, options = {}, unit, label }: Field, value: unknown, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '' || value === false) return '';
  if (value === true) return label;
  if (typeof value === 'number') return [formatNumber(value), unit].filter(Boolean).join(' ');
  if (typeof value !== 'string') return '';
  const table = tableOf(control);
  if (table) return nameOf(table, value) ?? '';
  if (control === 'day' && isDay(value)) return formatDay(value);
  if (control === 'money') return formatMoney(value);
  return options[value] ?? value;
}

export const wordsOfRow = (
  { fields }: { readonly fields: ThingFields | null },
  row: Said,
  nameOf: NameOf,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, field]) => [name, fieldWords(field, row[name], nameOf)]));

/** The fields shown under its name in a list. */
export const shownWords = (thing: Pick<Thing, 'fields' | 'shown'>, row: Said, nameOf: NameOf): string => {
  const said = wordsOfRow(thing, row, nameOf);
  return thing.shown
    .map((name) => said[name])
    .filter(Boolean)
    .join(' · ');
};
