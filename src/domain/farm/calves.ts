import { isUnsexed } from './unsexed.ts';

/** Categories of calves at foot, unsexed ones included; by name for a backend without ages; null if none. */
export function calvesAtFoot(
  categories: readonly { readonly id: string; readonly name: string; readonly min_age_months?: number | null }[],
): ReadonlySet<string> | null {
  const atFoot = categories.filter((one) => one.min_age_months === 0 || isUnsexed(one.id));
  const sexed = atFoot.filter((one) => !isUnsexed(one.id));
  const calves = sexed.length > 0 ? atFoot : [...atFoot, ...categories.filter((one) => /^terner[oa]/i.test(one.name))];
  return calves.some((one) => !isUnsexed(one.id)) ? new Set(calves.map((one) => one.id)) : null;
}
