import type { Day } from '#domain';
import type { FarmViews, MovementFilter, MovementView } from '#sync/farm.ts';

/** Rows per page; the store reads at most ten times as many. */
const perLook = 49;
/** Pages of one list before the next, so that a long one does not hold up the rest. */
const looksPerList = 3;

/** Position of a search: list and cursor. */
export interface Place {
  readonly list: number;
  readonly after: string | null;
  readonly looks: number;
}

export const firstPlace: Place = { list: 0, after: null, looks: 0 };

interface Looked {
  readonly items: readonly MovementView[];
  /** Next position; null at the end. */
  readonly place: Place | null;
  /** How far back all movements were searched; null before the last list. */
  readonly backTo: Day | null;
}

/** Reads one page of a query's lists (`sourcesOf`). */
export async function lookOn(
  views: Pick<FarmViews, 'page'>,
  sources: readonly MovementFilter[],
  place: Place,
): Promise<Looked> {
  const filter = sources[place.list] ?? {};
  const page = await views.page(filter, place.after, perLook);
  const isLast = place.list === sources.length - 1;
  const goesOn = page.next !== null && (isLast || place.looks + 1 < looksPerList);
  const nextList: Place | null = isLast ? null : { list: place.list + 1, after: null, looks: 0 };
  const on: Place | null = goesOn ? { ...place, after: page.next, looks: place.looks + 1 } : nextList;
  return { items: page.items, place: on, backTo: isLast ? (page.next?.slice(0, 10) ?? null) : null };
}
