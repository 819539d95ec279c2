import { addDays } from '../dates.ts';
import { type Movement, payloadOf } from './movement.ts';
import { recordedKind } from './registry.ts';
import type { Readable } from './readable.ts';
import { partsOf, readableFields } from './vocabulary.ts';
import {
  isAnswered,
  isSaid,
  isShownBeside,
  lineTitle,
  partWords,
  type RecordNames,
  saidLines,
  wordsOf,
} from './words.ts';
import type { Said } from './said.ts';

export interface Fact {
  readonly field: string;
  readonly label: string;
  readonly words: string;
}

export interface LinesFact {
  readonly field: string;
  readonly label: string;
  readonly lines: readonly { readonly title: string; readonly facts: readonly Fact[] }[];
}

/** The values of a movement by field, wherever the wire has them. */
export function saidBy(movement: Movement): Said {
  const fields = Object.keys(readableFields(movement.type));
  const { metadata } = movement;
  const besides = Object.fromEntries(Object.entries(metadata).filter(([name]) => fields.includes(name)));
  return { ...besides, ...payloadOf(movement, fields) };
}

/** Whether null means 'Sin lote' or 'Sin rodeo': the book needs the place, or it had a name once. */
function isNowhere(type: string, name: string, field: Readable, value: unknown, was: Said): boolean {
  if (value !== null || (field.control !== 'lot' && field.control !== 'rodeo')) return false;
  const kind = recordedKind(type);
  return field.required === true || name in was || (kind !== null && kind.herd !== 'unchanged');
}

/** `Sin lote (era: El Viejo)`. */
function nowhereWords(name: string, field: Readable, was: Said, names: RecordNames): string {
  const none = field.none ?? (field.control === 'lot' ? names.lot(null) : names.rodeo(null));
  return typeof was[name] === 'string' ? `${none} (era: ${was[name]})` : none;
}

/** The last day of a treatment's withdrawal period (domain.md §4.4). */
const withdrawalEnd = ({ date }: Movement, days: unknown): readonly Fact[] =>
  typeof days === 'number' && days > 0
    ? [
        {
          field: 'withdrawal_until',
          label: 'En retiro hasta',
          words: wordsOf(dayField, addDays(date, Math.ceil(days)), nobody),
        },
      ]
    : [];
const dayField = { label: '', control: 'day' } as const;
const nobody = {} as RecordNames;

function linesOf(name: string, field: Readable, value: unknown, names: RecordNames): LinesFact {
  const parts = Object.entries(partsOf(field) ?? {});
  const lines = saidLines(value).map((line) => {
    const { part: titled, words: title } = lineTitle(field, line, names);
    const facts = parts.flatMap(([part, partField]) =>
      part === titled || isShownBeside(part, line) || !isAnswered(line[part])
        ? []
        : [{ field: part, label: partField.label, words: partWords(part, partField, line, names) }],
    );
    return { title, facts };
  });
  return { field: name, label: field.label, lines };
}

/** All values of a movement in words, in the order of its form; prices only where `seesMoney`. */
export function factsOf(movement: Movement, names: RecordNames, seesMoney: boolean): readonly (Fact | LinesFact)[] {
  const said = saidBy(movement);
  const was = isSaid(movement.metadata.was) ? movement.metadata.was : {};
  return Object.entries(readableFields(movement.type)).flatMap(([name, field]): readonly (Fact | LinesFact)[] => {
    const value = said[name];
    if (field.money && !seesMoney) return [];
    if (isNowhere(movement.type, name, field, value, was)) {
      return [{ field: name, label: field.label, words: nowhereWords(name, field, was, names) }];
    }
    if (!isAnswered(value) || isShownBeside(name, said)) return [];
    if (partsOf(field)) return [linesOf(name, field, value, names)];
    const fact = { field: name, label: field.label, words: partWords(name, field, said, names) };
    return name === 'withdrawal_days' ? [fact, ...withdrawalEnd(movement, value)] : [fact];
  });
}
