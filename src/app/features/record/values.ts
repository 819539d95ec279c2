import type { ControlName } from '#domain/movements/fields.ts';
import type { RecordedKind } from '#domain/movements/define.ts';
import { bornIn, countedAs, type Payload } from '#domain';
import { headsSaid, isBlank } from '#domain/movements/said.ts';

/** Form values by field. Plain JSON, so that it can be a draft. */
export type Values = Readonly<Record<string, unknown>>;

/** `null`: empty; text: not a number yet, as typed. */
export type FormNumber = number | string | null;

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
  /** One per animal, if weighed one by one. */
  readonly weights?: readonly object[] | undefined;
}

export interface ProductLine {
  readonly asset_id?: string | undefined;
  readonly name: string;
  readonly dose: string;
  readonly quantity: FormNumber;
  readonly unit: string;
}

/** NaN for text that is no number: the schema rejects it with the field's message. */
const numberOrNone = (value: unknown): number | undefined => {
  if (typeof value === 'string' && value !== '') return Number.NaN;
  return typeof value === 'number' ? value : undefined;
};

const figures = new Set(['count', 'total_kg', 'average_kg', 'quantity']);

/** A line without empty columns. */
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
 * Wire format of a typed price (`18.500.000`, `12.500,75`, `12,5`); a dot before three digits separates thousands. Invalid text passes, for
 * the field to reject.
 */
const amountOrNone = (value: unknown): string | undefined =>
  textOrNone(value)
    ?.trim()
    .replace(/\.(?=\d{3}(\D|$))/g, '')
    .replace(',', '.');

/** Widget value to wire value; `undefined` is omitted. */
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
  // A delivery line needs all three: empty ones get their field's message.
  supplies: (value) =>
    linesOf(value).map((line) => ({ name: '', unit: '', quantity: Number.NaN, ...withoutBlanks(line) })),
  integer: numberOrNone,
  quantity: numberOrNone,
  money: amountOrNone,
  text: textOrNone,
  time: textOrNone,
  choice: textOrNone,
  // A single choice is sent as text.
  choices: (value) => (linesOf(value).length > 1 ? value : textOrNone(Array.isArray(value) ? value[0] : value)),
  unit: textOrNone,
  flag: (value) => (value === true ? true : undefined),
};

/** Fields to fill in: prices only for who may see them (domain.md §1.12). */
export const fieldNamesFor = (kind: RecordedKind, seesMoney: boolean): string[] =>
  Object.entries(kind.fields)
    .filter(([, field]) => seesMoney || !field.money)
    .map(([name]) => name);

/** Calves in the form, dead or alive. */
export function bornWith(values: Values): number {
  const { stillborn } = values;
  return bornIn([{ count: headsIn(values) }], typeof stillborn === 'number' ? stillborn : 0);
}

/** Whether a field is neither shown nor sent. */
export const isAway = ({ form }: RecordedKind, name: string, values: Values): boolean =>
  form.needless?.[name]?.(values) ?? false;

/** Payload of the form. */
export function payloadFrom(kind: RecordedKind, values: Values): Payload {
  const payload: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(kind.fields)) {
    if (isAway(kind, name, values)) continue;
    const value = written[field.control](values[name]);
    if (value !== undefined) payload[name] = value;
  }
  const detail = textOrNone(values.detail);
  const photos = linesOf(values.photos);
  return { ...payload, ...(detail !== undefined && { detail }), ...(photos.length > 0 && { photos }) };
}

/** Kept by an edit though no widget shows it: the item as long as it is named so, the expiry as long as the batch is. */
const carried = ['reproductive_cycle_id', 'invoice_id', 'asset_id', 'expires'];

/** Whether a part without a field still holds beside what was typed. */
export function isCarried({ supplies }: RecordedKind, name: string, before: Payload, typed: Payload): boolean {
  const by = name === 'asset_id' ? supplies?.named : name === 'expires' ? 'batch' : undefined;
  return by === undefined || textOrNone(before[by])?.trim() === textOrNone(typed[by])?.trim();
}

/** The parts of a payload without a field. */
export const carriedBy = (kind: RecordedKind, before: Payload, typed: Payload): Payload =>
  Object.fromEntries(
    carried
      .filter((name) => !isBlank(before[name]) && isCarried(kind, name, before, typed))
      .map((name) => [name, before[name]]),
  );

/** Of a whole move that is still from there: the heads that went, which no widget shows. What came since stays. */
export function wentWhole(kind: RecordedKind, before: Payload, typed: Payload): Payload {
  const { lot = '', rodeo = '' } = kind.place;
  const isFrom = [lot, rodeo].every((name) => (before[name] ?? null) === (typed[name] ?? null));
  const isWhole = [before, typed].every((said) => isAway(kind, 'animals', said));
  return isWhole && isFrom && before.animals !== undefined ? { animals: before.animals } : {};
}

/** Payload back to form values: equal but for a price's decimal comma. */
export const valuesFrom = ({ fields }: RecordedKind, payload: Payload): Values =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]): [string, unknown] =>
      fields[name]?.control === 'money' && typeof value === 'string' ? [name, value.replace('.', ',')] : [name, value],
    ),
  );

export const headsIn = (values: Values): number => headsSaid(values);

const heads = countedAs('cabeza');

/** Save label (ux.md §1.3): `Guardar 2 nacimientos`, `Guardar 25 mm`. */
export function saveWords(kind: RecordedKind, values: Values): string {
  const what = (kind.form.saves ?? heads)(values);
  return what === null ? 'Guardar' : `Guardar ${what}`;
}

/** Categories in the form. */
export function typesIn(kind: RecordedKind, values: Values): readonly string[] {
  const { animals } = payloadFrom(kind, values);
  return Array.isArray(animals) ? (animals as readonly AnimalLine[]).map((line) => line.type) : [];
}
