import { isUnsexed } from '../farm/unsexed.ts';
import type { Issue } from '../validation.ts';
import type { FarmView, RecordedKind } from './define.ts';
import type { Said } from './said.ts';

/** Categories of calves at foot, unsexed ones included; by name for a backend without ages; null if none. */
function calvesAtFoot(
  categories: readonly { readonly id: string; readonly name: string; readonly min_age_months?: number | null }[],
): ReadonlySet<string> | null {
  const atFoot = categories.filter((one) => one.min_age_months === 0 || isUnsexed(one.id));
  const sexed = atFoot.filter((one) => !isUnsexed(one.id));
  const calves = sexed.length > 0 ? atFoot : [...atFoot, ...categories.filter((one) => /^terner[oa]/i.test(one.name))];
  return calves.some((one) => !isUnsexed(one.id)) ? new Set(calves.map((one) => one.id)) : null;
}

/** A move from a place to itself is a slip. */
export function sameEnds(kind: RecordedKind, payload: Said): Issue[] {
  if (kind.herd !== 'within') return [];
  return ['lot_id', 'rodeo_id', 'category'].flatMap((end) => {
    const [from, to] = [payload[`from_${end}`], payload[`to_${end}`]];
    const isSame = typeof from === 'string' && from === to;
    return isSame ? [{ path: `to_${end}`, message: 'El destino tiene que ser distinto del origen' }] : [];
  });
}

/** The categories a kind is limited to: calves at foot (domain.md §3.3, WEANING); null for no limit. */
export const onlyCategories = (
  kind: RecordedKind,
  { categories }: Pick<FarmView, 'categories'>,
): ReadonlySet<string> | null => (kind.calves ? calvesAtFoot(categories) : null);

/** What in a complete payload cannot be: a form refuses it; from an older phone it is kept and reviewed. */
export function doubtsOf(kind: RecordedKind, payload: Said, farm: Pick<FarmView, 'categories'>): Issue[] {
  const only = onlyCategories(kind, farm);
  const lines = Array.isArray(payload.animals) ? (payload.animals as readonly { readonly type: string }[]) : [];
  const isOther = only !== null && lines.some(({ type }) => !only.has(type));
  return [...sameEnds(kind, payload), ...(isOther ? [{ path: 'animals', message: kind.calves?.otherwise ?? '' }] : [])];
}
