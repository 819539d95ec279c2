import type { ControlName } from '#domain/movements/fields.ts';
import type { RecordedKind } from '#domain/movements/define.ts';
import { bornIn, type Payload } from '#domain';
import { headsSaid, isBlank } from '#domain/movements/said.ts';

/** A form half filled in: under each field's name what its widget holds. Plain JSON, so that it can be kept as a draft. */
export type Values = Readonly<Record<string, unknown>>;

/** A number as a widget holds it: `null` is empty, a text is something that is not a number yet, kept as it was typed. */
export type FormNumber = number | string | null;

/** One line of a list of animals; a weighing fills in one of the two kilos. */
export interface AnimalLine {
  readonly type: string;
  readonly count: number;
  readonly to_type?: string;
}

export interface WeighedLine {
  readonly type: string;
  readonly count: FormNumber;
  readonly total_kg: FormNumber;
  readonly average_kg: FormNumber;
  /** Of each animal, where they were weighed one by one. */
  readonly weights?: readonly object[] | undefined;
}

export interface ProductLine {
  /** The item of the store room, where it was chosen there. */
  readonly asset_id?: string | undefined;
  readonly name: string;
  readonly dose: string;
  readonly quantity: FormNumber;
  readonly unit: string;
}

/** What the schemas read as a number that is none: the form's 'not a number yet' gets the field's own sentence. */
const numberOrNone = (value: unknown): number | undefined => {
  if (typeof value === 'string' && value !== '') return Number.NaN;
  return typeof value === 'number' ? value : undefined;
};

/** Figures of a line; its other words are texts by nature. */
const figures = new Set(['count', 'total_kg', 'average_kg', 'quantity']);

/** A line without what was left empty. */
const withoutBlanks = (line: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(line as Record<string, unknown>)
      .filter(([, value]) => !isBlank(value))
      .map(([name, value]): [string, unknown] => [
        name,
        figures.has(name) && typeof value === 'string' ? Number.NaN : value,
      ]),
  );

const linesOf = (value: unknown): readonly object[] => (Array.isArray(value) ? (value as object[]) : []);

const textOrNone = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/**
 * A typed price (`18.500.000`, `12.500,75`, `12,5`) as the wire spells it. Three digits after a dot are thousands. What is no price goes as
 * it is, for its field to refuse.
 */
const amountOrNone = (value: unknown): string | undefined =>
  textOrNone(value)
    ?.trim()
    .replace(/\.(?=\d{3}(\D|$))/g, '')
    .replace(',', '.');

/** From what a widget holds to what the wire takes; `undefined` is left out. */
const written: Readonly<Record<ControlName, (value: unknown) => unknown>> = {
  day: textOrNone,
  lot: (value) => value,
  rodeo: (value) => value,
  campo: (value) => value,
  lots: (value) => (linesOf(value).length > 0 ? value : undefined),
  category: textOrNone,
  animals: (value) => {
    const lines = linesOf(value).filter((line) => (line as AnimalLine).count !== 0);
    return lines.length > 0 ? lines : undefined;
  },
  weighed: (value) => (linesOf(value).length > 0 ? linesOf(value).map(withoutBlanks) : undefined),
  products: (value) => {
    const lines = linesOf(value).map(withoutBlanks);
    const typed = lines.filter((line) => Object.keys(line).length > 0);
    return typed.length > 0 ? typed : undefined;
  },
  // A line of a delivery note says all three: what was left empty gets the sentence of its own field.
  supplies: (value) =>
    linesOf(value).map((line) => ({ name: '', unit: '', quantity: Number.NaN, ...withoutBlanks(line) })),
  integer: numberOrNone,
  quantity: numberOrNone,
  money: amountOrNone,
  text: textOrNone,
  time: textOrNone,
  choice: textOrNone,
  // One alone is said as the wire says it.
  choices: (value) => (linesOf(value).length > 1 ? value : textOrNone(Array.isArray(value) ? value[0] : value)),
  unit: textOrNone,
  flag: (value) => (value === true ? true : undefined),
};

/** Fields that the person fills in: prices are asked of who sees them (domain.md §1.12). */
export const fieldNamesFor = (kind: RecordedKind, seesMoney: boolean): string[] =>
  Object.entries(kind.fields)
    .filter(([, field]) => seesMoney || !field.money)
    .map(([name]) => name);

/** Calves counted in the form, alive or dead. */
export function bornWith(values: Values): number {
  const { stillborn } = values;
  return bornIn([{ count: headsIn(values) }], typeof stillborn === 'number' ? stillborn : 0);
}

/** Whether a field is put away: it is neither shown nor written down. */
export const isAway = ({ form }: RecordedKind, name: string, values: Values): boolean =>
  form.needless?.[name]?.(values) ?? false;

/** The body that the acts take, as far as it was typed. */
export function payloadFrom(kind: RecordedKind, values: Values): Payload {
  const payload: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(kind.fields)) {
    if (isAway(kind, name, values)) continue;
    const value = written[field.control](values[name]);
    if (value !== undefined) payload[name] = value;
  }
  const detail = textOrNone(values['detail']);
  const photos = linesOf(values['photos']);
  return { ...payload, ...(detail !== undefined && { detail }), ...(photos.length > 0 && { photos }) };
}

/** What an edit must bring along though no widget shows it: the reproductive cycle. */
const carried = ['reproductive_cycle_id'] as const;

/** The parts of a payload that no field of the form holds. */
export const carriedBy = (payload: Payload): Payload =>
  Object.fromEntries(carried.filter((name) => !isBlank(payload[name])).map((name) => [name, payload[name]]));

/** A payload back in the form: what the wire has for a field is what its widget holds, but for the comma of a price. */
export const valuesFrom = ({ fields }: RecordedKind, payload: Payload): Values =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]): [string, unknown] =>
      fields[name]?.control === 'money' && typeof value === 'string' ? [name, value.replace('.', ',')] : [name, value],
    ),
  );

/** All heads in the form's list of animals. */
export const headsIn = (values: Values): number => headsSaid(values);
