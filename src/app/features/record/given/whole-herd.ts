import { type Cell, netHeads, sumOf, withCount } from '#domain';
import type { FarmThings } from '../start.ts';
import type { AnimalLine } from '../values.ts';

export interface WholeHerd {
  /** Label: `Todo el rodeo (245)`. */
  readonly words: string;
  readonly lines: readonly AnimalLine[];
}

/**
 * All animals of the rodeo, or of the lot without one. Null if none, or with a partial farm. A half not known is undefined; null is 'Sin
 * lote', 'Sin rodeo'.
 */
export function wholeHerdAt(
  { stock, categories, isWhole }: Pick<FarmThings, 'stock' | 'categories' | 'isWhole'>,
  lot: unknown,
  rodeo: unknown,
): WholeHerd | null {
  if (!isWhole || (typeof lot !== 'string' && typeof rodeo !== 'string')) return null;
  const standing = stock.filter(({ head }) => head > 0);
  const isInLot = (cell: Cell): boolean => lot === undefined || cell.lot === lot;
  const isOfRodeo = (cell: Cell): boolean => rodeo === undefined || cell.rodeo === rodeo;
  const here = standing.filter((cell) => isInLot(cell) && isOfRodeo(cell));
  const lines = categories.flatMap(({ id }) => {
    const count = netHeads(here.filter(({ category }) => category === id));
    return count > 0 ? [{ type: id, count }] : [];
  });
  const heads = sumOf(lines, ({ count }) => count);
  if (heads === 0) return null;
  const isAllOfRodeo = standing.filter(isOfRodeo).length === here.length;
  const isAllOfLot = standing.filter(isInLot).length === here.length;
  const name = typeof rodeo === 'string' ? (isAllOfRodeo ? 'rodeo' : 'rodeo en este lote') : isAllOfLot ? 'lote' : null;
  return { words: withCount(name === null ? 'Todos los que no tienen rodeo' : `Todo el ${name}`, heads), lines };
}

/** Whether the form counts exactly these. */
export function isWholeHerd(herd: WholeHerd, counted: unknown): boolean {
  const lines = (Array.isArray(counted) ? (counted as readonly AnimalLine[]) : []).filter(({ count }) => count !== 0);
  const heads = new Map(lines.map(({ type, count }) => [type, count]));
  return lines.length === herd.lines.length && herd.lines.every(({ type, count }) => heads.get(type) === count);
}
