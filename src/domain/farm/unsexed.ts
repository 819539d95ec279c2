import type { Category } from './categories.ts';

/** The category of calves not yet sexed; no list offers it (domain.md §2.4). */
export const unsexedName = 'Cría al pie (sin sexar)';

const prefix = 'sin-sexar-';

/** Derived from the farm's id, so that offline phones agree. No client creates such ids. */
export const unsexedIdOf = (organizationId: string): string => `${prefix}${organizationId}`;

export const isUnsexed = (categoryId: unknown): boolean =>
  typeof categoryId === 'string' && categoryId.startsWith(prefix);

/** Before and after the server creates it; inactive, so that forms do not offer it. */
export const unsexedCategory = (organizationId: string): Category => ({
  id: unsexedIdOf(organizationId),
  name: unsexedName,
  sex: 'mixto',
  min_age_months: 0,
  max_age_months: 7,
  next_id: null,
  ev: 0,
  senasa_code: null,
  is_breeding_female: false,
  order: 1,
  active: false,
});

/** Adds the unsexed category where missing: every farm has it. */
export function withUnsexed<C extends { readonly id: string }>(
  organizationId: string,
  categories: readonly C[],
): readonly (C | Category)[] {
  const own = unsexedCategory(organizationId);
  return categories.some((category) => category.id === own.id) ? categories : [...categories, own];
}
