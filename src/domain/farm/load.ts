import { sumOf } from '../rows.ts';
import type { Category } from './categories.ts';
import type { Lot } from './places.ts';

interface Heads {
  readonly category: string;
  readonly head: number;
}

/** Vacas equivalentes (domain.md §4.1). Negative cells count as zero. */
export function evOf(heads: readonly Heads[], categories: readonly Pick<Category, 'id' | 'ev'>[]): number {
  const coefficients = new Map(categories.map((category) => [category.id, category.ev]));
  const hundredths = sumOf(heads, ({ category, head }) =>
    Math.round(Math.max(0, head) * (coefficients.get(category) ?? 0) * 100),
  );
  return hundredths / 100;
}

/** EV per hectare; null for a lot without grazing or hectares (domain.md §4). */
export const loadOf = (ev: number, lot: Pick<Lot, 'hectares' | 'is_grazing'>): number | null =>
  lot.is_grazing && lot.hectares > 0 ? ev / lot.hectares : null;

/** Load against receptivity: up to it, up to 15 % above, more; null if unknown (domain.md §4.1). */
export function loadLight(load: number | null, receptivity: number | null): 'ok' | 'tight' | 'over' | null {
  if (load === null || receptivity === null || receptivity <= 0) return null;
  if (load <= receptivity) return 'ok';
  return load <= receptivity * 1.15 ? 'tight' : 'over';
}

export const headsIn = (lot: Pick<Lot, 'animals'>): Heads[] =>
  lot.animals.map((animal) => ({ category: animal.category.id, head: animal.count }));
