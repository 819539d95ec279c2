import type { Day } from '#domain';
import type { FarmViews, MovementFilter, MovementView } from '#sync/farm.ts';

/** Rows of one look; the store reads at most ten times as many. */
const perLook = 49;
/** Looks at one list before the next, so that one long list does not hold up the rest. */
const looksPerList = 3;

/** Where a search stands: in which of its lists, and how far down. */
export interface Place {
  readonly list: number;
  readonly after: string | null;
  readonly looks: number;
}

/** Where every search begins. */
export const firstPlace: Place = { list: 0, after: null, looks: 0 };

interface Looked {
  readonly items: readonly MovementView[];
  /** Where to look on; null when nothing is left that was not looked at. */
  readonly place: Place | null;
  /** How far back all movements were looked at; null while only indexes were asked. */
  readonly backTo: Day | null;
}

/** One bounded look into the lists of a question (`sourcesOf`), and where the next one begins; null after the last. */
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
