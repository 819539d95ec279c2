import { type Category, headsOf, listOf, type Posting, sumByCell } from '#domain';
import type { LotView } from '#sync/farm.ts';

/** Names for the sentence. */
export interface HerdNames {
  readonly lots: readonly LotView[];
  readonly categories: readonly Category[];
}

const partsAtMost = 6;

/** 'Se descuentan 12 terneros de El Ombú.': the reversed lines by lot and category (domain.md §2.17); over six parts, without lots. */
export function undoneWords(lines: readonly Posting[], { lots, categories }: HerdNames): string {
  const sums = sumByCell(lines.map((line) => ({ ...line, rodeo: null })));
  const inShort = sumByCell(sums.map((line) => ({ ...line, lot: null })));
  const said = sums.length > partsAtMost ? inShort : sums;
  const words = (sign: number, verb: string, link: string): string[] => {
    const some = said.filter((line) => Math.sign(line.head) === sign);
    if (some.length === 0) return [];
    const parts = some.map((line) => {
      const category = categories.find((item) => item.id === line.category)?.name ?? 'cabeza';
      const heads = headsOf(Math.abs(line.head), category);
      if (said === inShort) return heads;
      return `${heads} ${link} ${lots.find((item) => item.lot.id === line.lot)?.lot.name ?? 'Sin lote'}`;
    });
    return [`${verb} ${listOf(parts)}.`];
  };
  return [...words(1, 'Se descuentan', 'de'), ...words(-1, 'Vuelven', 'a')].join(' ') || 'No cambia la hacienda.';
}
