import { limits } from '../../../domain/limits.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import type { MovementType } from '../../../domain/movements/types.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { counted } from '../../../domain/text.ts';
import { type AnimalLine, headsIn, payloadFrom, type Values } from './values.ts';

const millimetres = (values: Values): string | null =>
  typeof values['mm'] === 'number' ? `${formatNumber(values['mm'], 1)} mm` : null;

const times =
  (word: string) =>
  (values: Values): string | null => {
    const heads = headsIn(values);
    return heads > 0 ? counted(heads, word) : null;
  };

/** Kinds that are counted in a word of their own; the others say heads. */
const ownWords: Partial<Readonly<Record<MovementType, (values: Values) => string | null>>> = {
  BIRTH: times('nacimiento'),
  DEATH: times('muerte'),
  RAIN: millimetres,
};

/** What the save button says it will do (ux.md §1.3): `Guardar 2 nacimientos`, `Guardar 25 mm`. */
export function saveWords(kind: RecordedKind, values: Values): string {
  const what = (ownWords[kind.type] ?? times('cabeza'))(values);
  return what === null ? 'Guardar' : `Guardar ${what}`;
}

/** Whether so much rain is worth a second look at the figure (domain.md §3.6). It stops nobody. */
export const isSeldomRain = (kind: RecordedKind, { mm }: Values): boolean =>
  kind.type === 'RAIN' && typeof mm === 'number' && mm > limits.rainSeldomMm;

/** The categories that a record half typed speaks of. */
export function typesIn(kind: RecordedKind, values: Values): readonly string[] {
  const { animals } = payloadFrom(kind, values);
  return Array.isArray(animals) ? (animals as readonly AnimalLine[]).map((line) => line.type) : [];
}
