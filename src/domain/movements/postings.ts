import { counted, headsOf, listOf } from '../text.ts';
import type { Names } from './define.ts';
import type { Posting } from './ledger.ts';
import { headsSaid, type Said } from './said.ts';

type Line = { readonly type: string; readonly count: number };
type Place = string | null | undefined;

/** Lines that put animals into a place. Nothing said reads as 'Sin lote', 'Sin rodeo'. */
export const putIn = (lines: readonly Line[], lot: Place, rodeo: Place): Posting[] =>
  lines.map((line) => ({ lot: lot ?? null, rodeo: rodeo ?? null, category: line.type, head: line.count }));

/** Lines that take animals out of a place. */
export const takeOut = (lines: readonly Line[], lot: Place, rodeo: Place): Posting[] =>
  putIn(lines, lot, rodeo).map((posting) => ({ ...posting, head: -posting.head }));

/** Lines that move the same animals from one place to another: they always add up to nothing. */
export const move = (
  lines: readonly Line[],
  from: { readonly lot: Place; readonly rodeo: Place },
  to: { readonly lot: Place; readonly rodeo: Place },
): Posting[] => [...takeOut(lines, from.lot, from.rodeo), ...putIn(lines, to.lot, to.rodeo)];

/** All that were born, alive or dead: as many calvings as that, unless twins are told of. */
export const bornIn = (lines: readonly Pick<Line, 'count'>[], stillborn = 0): number =>
  lines.reduce((sum, line) => sum + line.count, stillborn);

/** `3 terneros al pie y 2 terneras al pie`. */
export const heads = (lines: readonly Line[], names: Names): string =>
  listOf(lines.map((line) => headsOf(line.count, names.category(line.type))));

/** `Lote 3 · Cría`, leaving out what was not said. */
export const place = (lot: Place, rodeo: Place, names: Names): string =>
  joined(lot && names.lot(lot), rodeo && names.rodeo(rodeo)) || 'Sin lote';

/** Joins the parts of a summary that are there: `12 terneros · El Ombú`. */
export const joined = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part): part is string => Boolean(part)).join(' · ');

/** What a form saves whose heads are counted in a word of their own: `2 nacimientos`. */
export const countedAs =
  (word: string) =>
  (said: Said): string | null => {
    const count = headsSaid(said);
    return count > 0 ? counted(count, word) : null;
  };
