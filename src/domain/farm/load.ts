import type { Category } from './categories.ts';
import type { Lot } from './places.ts';

interface Heads {
  readonly category: string;
  readonly head: number;
}

/** Vacas equivalentes of these heads (domain.md §4.1). A cell below zero weighs nothing. */
export function evOf(heads: readonly Heads[], categories: readonly Pick<Category, 'id' | 'ev'>[]): number {
  const coefficients = new Map(categories.map((category) => [category.id, category.ev]));
  const hundredths = heads.reduce(
    (sum, { category, head }) => sum + Math.round(Math.max(0, head) * (coefficients.get(category) ?? 0) * 100),
    0,
  );
  return hundredths / 100;
}

/** EV to the hectare; null where a lot is not grazed or has no hectares (domain.md §4). */
export const loadOf = (ev: number, lot: Pick<Lot, 'hectares' | 'is_grazing'>): number | null =>
  lot.is_grazing && lot.hectares > 0 ? ev / lot.hectares : null;

/** Against what the lot can bear: up to it, up to 15 % above, more; null where that is not known (domain.md §4.1). */
export function loadLight(load: number | null, receptivity: number | null): 'ok' | 'tight' | 'over' | null {
  if (load === null || receptivity === null || receptivity <= 0) return null;
  if (load <= receptivity) return 'ok';
  return load <= receptivity * 1.15 ? 'tight' : 'over';
}

/** Heads by category of a lot as the wire lists its animals. */
export const headsIn = (lot: Pick<Lot, 'animals'>): Heads[] =>
  lot.animals.map((animal) => ({ category: animal.category.id, head: animal.count }));
