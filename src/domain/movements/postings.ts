import { counted, headsOf, listOf } from '../text.ts';
import type { Names } from './define.ts';
import type { Posting } from './ledger.ts';
import { headsSaid, type Said } from './said.ts';

type Line = { readonly type: string; readonly count: number };
type Place = string | null | undefined;

export interface Placed {
  readonly lot_id?: Place;
  readonly rodeo_id?: Place;
}

interface Herd extends Placed {
  readonly animals: readonly Line[];
}

/** Postings that add animals. No lot or rodeo: 'Sin lote', 'Sin rodeo'. */
export const putIn = (lines: readonly Line[], lot: Place, rodeo: Place): Posting[] =>
  lines.map((line) => ({ lot: lot ?? null, rodeo: rodeo ?? null, category: line.type, head: line.count }));

/** Postings that take animals out. */
export const takeOut = (lines: readonly Line[], lot: Place, rodeo: Place): Posting[] =>
  putIn(lines, lot, rodeo).map((posting) => ({ ...posting, head: -posting.head }));

export const comeIn = ({ animals, lot_id, rodeo_id }: Herd): Posting[] => putIn(animals, lot_id, rodeo_id);
export const goOut = ({ animals, lot_id, rodeo_id }: Herd): Posting[] => takeOut(animals, lot_id, rodeo_id);

/** Postings of a move: they add up to zero. */
export const move = (
  lines: readonly Line[],
  from: { readonly lot: Place; readonly rodeo: Place },
  to: { readonly lot: Place; readonly rodeo: Place },
): Posting[] => [...takeOut(lines, from.lot, from.rodeo), ...putIn(lines, to.lot, to.rodeo)];

/** Born alive and dead; each is a calving, unless twins are reported. */
export const bornIn = (lines: readonly Pick<Line, 'count'>[], stillborn = 0): number =>
  lines.reduce((sum, line) => sum + line.count, stillborn);

/** `3 terneros al pie y 2 terneras al pie`. */
export const heads = (lines: readonly Line[], names: Names): string =>
  listOf(lines.map((line) => headsOf(line.count, names.category(line.type))));

/** `Lote 3 · Cría`, without what is missing. */
export const place = ({ lot_id, rodeo_id }: Placed, names: Names): string =>
  joined(lot_id && names.lot(lot_id), rodeo_id && names.rodeo(rodeo_id)) || 'Sin lote';

/** `3 vacas · El Ombú · Cría`. */
export const headsAt = (p: Herd, names: Names): string => joined(heads(p.animals, names), place(p, names));

/** Joins the present parts of a summary: `12 terneros · El Ombú`. */
export const joined = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part): part is string => Boolean(part)).join(' · ');

/** A save button's count in a word of the kind's own: `2 nacimientos`. */
export const countedAs =
  (word: string) =>
  (said: Said): string | null => {
    const count = headsSaid(said);
    return count > 0 ? counted(count, word) : null;
  };
