import type { Field } from '#domain/movements/fields.ts';
import type { Said, ThingFields } from '#domain/things/describe.ts';
import { type NumberFieldValue, typedNumber } from '#ui';
import { moneyOf, typedMoney } from '#forms';

/** A half-typed thing, as its controls hold it. */
export type ThingDraft = Readonly<Record<string, NumberFieldValue | boolean>>;

const isNumber = ({ control }: Field): boolean => control === 'integer' || control === 'quantity';

function startOfField(field: Field, value: unknown): NumberFieldValue | boolean {
  if (field.control === 'flag') return value === true;
  if (isNumber(field)) return typeof value === 'number' ? value : null;
  const text = typeof value === 'string' ? value : '';
  return field.control === 'money' ? typedMoney(text) : text;
}

/** The form's start values. */
export const startOfThing = (fields: ThingFields, row: Said | null): ThingDraft =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, startOfField(field, row?.[name])]));

/** Required text is refused at its field, even empty. */
const isText = ({ control }: Field): boolean => control === 'text' || control === 'time';

function saidIn(field: Field, typed: NumberFieldValue | boolean | undefined): unknown {
  if (typeof typed === 'boolean') return typed;
  if (isNumber(field)) return typedNumber(typed ?? null);
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (field.control === 'money') return moneyOf(text);
  return text === '' && !(field.required && isText(field)) ? null : text;
}

/** The call's body. */
export const bodyOfThing = (fields: ThingFields, draft: ThingDraft): Said =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, saidIn(field, draft[name])]));
