import { isUnsexed } from './unsexed.ts';

/**
 * Ids of the categories that are born and weaned, unsexed calves among them; by name where a list says no ages (another backend's); null
 * where there is none.
 */
export function calvesAtFoot(
  categories: readonly { readonly id: string; readonly name: string; readonly min_age_months?: number | null }[],
): ReadonlySet<string> | null {
  const atFoot = categories.filter((one) => one.min_age_months === 0 || isUnsexed(one.id));
  const sexed = atFoot.filter((one) => !isUnsexed(one.id));
  const calves = sexed.length > 0 ? atFoot : [...atFoot, ...categories.filter((one) => /^terner[oa]/i.test(one.name))];
  return calves.some((one) => !isUnsexed(one.id)) ? new Set(calves.map((one) => one.id)) : null;
}
