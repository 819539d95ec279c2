import type { Day } from '../dates.ts';

interface HeadChange {
  readonly date: Day;
  readonly head: number;
}

/**
 * * Since when a place has had animals without a break, or has been empty (domain.md §2.2 `ocupado_desde`, §2.3). Null where its changes
 * do not reach back far enough.
 */
export function standsSince(heads: number, newestFirst: readonly HeadChange[]): Day | null {
  if (heads <= 0) return newestFirst.find(({ head }) => head < 0)?.date ?? null;
  let stood = heads;
  for (const { date, head } of newestFirst) {
    stood -= head;
    if (head > 0 && stood <= 0) return date;
  }
  return null;
}
