import { byId, type Category, headsByCategory, isCalf } from '#domain';
import type { AnimalShape, Group } from '#ui';

const shapes: Readonly<Record<string, AnimalShape>> = {
  VACA: 'cow',
  VAQUILLONA: 'heifer',
  TERNERO: 'calf',
  TERNERA: 'calf',
  NOVILLITO: 'steer',
  NOVILLO: 'steer',
  BUEY: 'steer',
  TORITO: 'bull',
  TORO: 'bull',
};

/** By its SENASA code, else by the farm's own description (domain.md §2.4). */
function shapeOf(category: Category): AnimalShape {
  const known = category.senasa_code === null ? undefined : shapes[category.senasa_code];
  if (known) return known;
  if (isCalf(category)) return 'calf';
  if (category.sex === 'm') return 'steer';
  return category.is_breeding_female ? 'cow' : 'heifer';
}

interface Heads {
  readonly category: string;
  readonly head: number;
}

/** The outline of the largest category. Negative cells hold no animals (figures.md §0). */
export function herdShape(heads: readonly Heads[], categories: readonly Category[]): AnimalShape {
  const [largest] = [...headsByCategory(heads)].filter(([, head]) => head > 0).toSorted((a, b) => b[1] - a[1]);
  const category = largest && byId(categories, largest[0]);
  if (!largest) return 'none';
  return category ? shapeOf(category) : 'cow';
}

/** Colours that everybody tells apart (ux.md §4.3). */
export const shapeGroups: Readonly<Record<AnimalShape, Group>> = {
  cow: 'internos',
  heifer: 'reproduccion',
  calf: 'altas',
  bull: 'pesaje',
  steer: 'comercial',
  none: 'sistema',
};
