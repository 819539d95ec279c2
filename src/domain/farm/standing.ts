import type { Day } from '../dates.ts';

/** What a record brought to a place, or took from it. */
interface HeadChange {
  readonly date: Day;
  /** Below zero for what went. */
  readonly head: number;
}

/**
 * Since when animals stand in a place without a break, or since when it is empty (domain.md §2.2 `ocupado_desde`, §2.3). Takes what stands
 * there and its changes, newest first; null where they do not go back so far.
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
