import { limits } from '../../../domain/limits.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import { childPostings } from '../../../domain/movements/children.ts';
import { complete, parsePayload } from '../../../domain/movements/prepare.ts';
import { sumByCell } from '../../../domain/movements/ledger.ts';
import type { MovementType } from '../../../domain/movements/types.ts';
import type { Day } from '../../../domain/dates.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { counted, headsOf } from '../../../domain/text.ts';
import type { FarmThings } from './start.ts';
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

/**
 * What the record would take out of a place where this phone counts fewer. It warns and never blocks: the phone's count may be
 * old (ux.md §1.2, Stale stock).
 */
export function shortages(kind: RecordedKind, values: Values, things: FarmThings, today: Day): string[] {
  const parsed = parsePayload(kind, payloadFrom(kind, values), today);
  if (!parsed.ok) return [];
  const whole = complete(kind, parsed.value, { categories: things.categories, cells: things.stock });
  if (!whole.ok) return [];
  // Nobody asks a hand for the rodeo of a dead cow: what counts is what stands in the lot.
  const byLot = (lines: typeof whole.value.postings) => sumByCell(lines.map((line) => ({ ...line, rodeo: null })));
  const standing = byLot(things.stock);
  const { payload, postings } = whole.value;
  return byLot([...postings, ...childPostings(kind.type, payload)]).flatMap((line) => {
    const here = standing.find((cell) => cell.lot === line.lot && cell.category === line.category)?.head ?? 0;
    if (line.head >= 0 || here + line.head >= 0) return [];
    const place = things.lots.find((view) => view.lot.id === line.lot)?.lot.name ?? 'Sin lote';
    const name = things.categories.find((category) => category.id === line.category)?.name ?? 'cabeza';
    return [`En ${place} ${Math.abs(here) === 1 ? 'figura' : 'figuran'} ${headsOf(here, name)}. ¿Guardar igual?`];
  });
}
