import { searchable } from '../text.ts';
import type { Asset } from './asset.ts';

/** How long animals that got some products are not to be eaten, by what the farm's own items say. */
export interface ProposedWithdrawal {
  readonly days: number;
  /** The products that ask for so long. */
  readonly products: readonly string[];
}

/** The longest withdrawal of the named products (domain.md §4.4); null where no item of that name says one. */
export function proposedWithdrawal(names: readonly string[], items: readonly Asset[]): ProposedWithdrawal | null {
  const asked = names.map((name) => searchable(name.trim()));
  const known = items.flatMap(({ name, meat_withdrawal_days: days }) =>
    asked.includes(searchable(name)) && typeof days === 'number' && days > 0 ? [{ name, days }] : [],
  );
  const days = Math.max(0, ...known.map((item) => item.days));
  const products = [...new Set(known.filter((item) => item.days === days).map(({ name }) => name))];
  return days === 0 ? null : { days, products };
}
