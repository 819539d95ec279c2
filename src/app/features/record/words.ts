import type { RecordedKind } from '#domain/movements/define.ts';
import { countedAs } from '#domain';
import { type AnimalLine, payloadFrom, type Values } from './values.ts';

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
