import { sumOf } from '../rows.ts';
import { addDays, type Day, daysBetween } from '../dates.ts';
import { formatNumber } from '../numbers.ts';
import { counted } from '../text.ts';

interface Gauge {
  readonly id: string;
  readonly total_hectares: number | null;
}

/**
 * * The farm's mm in a `period` (`2026` or `2026-11`): the mean of its campos by hectares, or equal weights if one has none (domain.md
 * §4.7). `millimetres` by `YYYY-MM|{campoId}`; an empty id is rain on all.
 */
export function farmRain(
  millimetres: Readonly<Record<string, number>>,
  campos: readonly Gauge[],
  period: string,
): number {
  const fellOn = (campoId: string): number =>
    sumOf(
      Object.entries(millimetres).filter(([key]) => key.startsWith(period) && key.endsWith(`|${campoId}`)),
      ([, mm]) => mm,
    );
  const everywhere = fellOn('');
  if (campos.length === 0) return everywhere;
  const isWeighed = campos.every((campo) => (campo.total_hectares ?? 0) > 0);
  const weightOf = (campo: Gauge): number => (isWeighed ? (campo.total_hectares ?? 0) : 1);
  const weight = sumOf(campos, (campo) => weightOf(campo));
  return everywhere + sumOf(campos, (campo) => fellOn(campo.id) * weightOf(campo)) / weight;
}

/** The same; null where nobody wrote any rain down in the period, which is not 0 mm (figures.md §0). */
export function rainTold(...of: Parameters<typeof farmRain>): number | null {
  const [millimetres, campos, period] = of;
  const isOf = (key: string): boolean => [{ id: '' }, ...campos].some(({ id }) => key.endsWith(`|${id}`));
  const isTold = Object.keys(millimetres).some((key) => key.startsWith(period) && isOf(key));
  return isTold ? farmRain(...of) : null;
}

/** `12,5 mm`, or null. */
export function rainWords(...of: Parameters<typeof farmRain>): string | null {
  const told = rainTold(...of);
  return told === null ? null : `${formatNumber(told, 1)} mm`;
}

/** 'acumulado de 5 días', both ends included (domain.md §4.7). */
export const accumulatedOver = (since: Day, until: Day): string =>
  `acumulado de ${counted(daysBetween(since, until) + 1, 'día')}`;

/** The first day of an accumulated reading: the day after the last one, or the same day for a second reading. */
export function sinceReading(last: Day, until: Day): Day {
  const after = addDays(last, 1);
  return after < until ? after : until;
}
