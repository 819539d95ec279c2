import { sumOf } from '../rows.ts';
export interface OneWeight {
  readonly kg: number;
  readonly tag?: string | undefined;
}

/** Figures of animals weighed one by one (domain.md §3.5, WEIGHING: min, max, CV). */
export interface WeightFigures {
  readonly count: number;
  readonly average: number;
  readonly min: number;
  readonly max: number;
  /** Coefficient of variation (sample deviation ÷ average); null for fewer than two. */
  readonly variation: number | null;
}

export function weightFigures(weights: readonly OneWeight[]): WeightFigures | null {
  const kilos = weights.map(({ kg }) => kg);
  const count = kilos.length;
  if (count === 0) return null;
  const average = kilos.reduce((sum, kg) => sum + kg, 0) / count;
  const squares = sumOf(kilos, (kg) => (kg - average) ** 2);
  return {
    count,
    average,
    min: kilos.reduce((least, kg) => Math.min(least, kg)),
    max: kilos.reduce((most, kg) => Math.max(most, kg)),
    variation: count < 2 ? null : Math.sqrt(squares / (count - 1)) / average,
  };
}
