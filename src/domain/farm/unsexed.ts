import type { Category } from './categories.ts';

/** Calves that nobody has looked at yet (domain.md §2.4): the category that no list offers. */
export const unsexedName = 'Cría al pie (sin sexar)';

const prefix = 'sin-sexar-';

/** Its id follows from the farm's, so that all phones name the same one without signal. No client makes ids of this form. */
export const unsexedIdOf = (organizationId: string): string => `${prefix}${organizationId}`;

/** Whether an id is that of the unsexed calves, of whatever farm. */
export const isUnsexed = (categoryId: unknown): boolean =>
  typeof categoryId === 'string' && categoryId.startsWith(prefix);

/** As it reads before the server has made it, and as the server makes it: out of use, so that forms leave it out. */
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

/** The categories of a farm with that of its unsexed calves, which every farm has from the start. */
export function withUnsexed<C extends { readonly id: string }>(
  organizationId: string,
  categories: readonly C[],
): readonly (C | Category)[] {
  const own = unsexedCategory(organizationId);
  return categories.some((category) => category.id === own.id) ? categories : [...categories, own];
}
