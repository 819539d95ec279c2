import { useEffect, useRef, useState } from 'react';
import type { Day } from '#domain';
import { useFarm } from '#platform';
import { orderKey } from '#store/rows.ts';
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

/** Pages per round, about 5,000 movements. */
const looksAtOnce = 10;
/** Results that end a round early. */
const enough = 60;
const typingMs = 120;

interface Found extends Omit<Looked, 'items'> {
  readonly views: readonly MovementView[];
}

const start: Found = { views: [], place: firstPlace, backTo: null };

function together(known: readonly MovementView[], more: readonly MovementView[]): readonly MovementView[] {
  const byKey = new Map([...known, ...more].map((view) => [view.key, view]));
  return [...byKey.values()].toSorted((a, b) => (orderKey(a.movement) < orderKey(b.movement) ? 1 : -1));
}

interface Shown {
  /** The query answered; an old answer stays while a new one is searched. */
  readonly of: string;
  readonly found: Found;
  readonly isLooking: boolean;
}

/** Movements of a query, as they are found. A new query cancels the old one; a new `moment` searches again. */
export function useMovementSearch(sources: readonly MovementFilter[], moment: string) {
  const farm = useFarm();
  const question = JSON.stringify([sources, moment]);
  const [shown, setShown] = useState<Shown>({ of: '', found: start, isLooking: true });
  const [asked, setAsked] = useState({ question, rounds: 1 });
  const rounds = asked.question === question ? asked.rounds : 1;
  const kept = useRef({ question, found: start });
  useEffect(() => {
    let isWanted = true;
    const [lists] = JSON.parse(question) as [readonly MovementFilter[]];
    if (kept.current.question !== question) kept.current = { question, found: start };
    const search = async (): Promise<void> => {
      const before = kept.current.found.views.length;
      for (let look = 1; look <= looksAtOnce; look += 1) {
        const { views, place } = kept.current.found;
        if (place === null) return;
        const next = await lookOn(farm.views, lists, place);
        if (!isWanted) return;
        const found = { ...next, views: together(views, next.items) };
        kept.current = { question, found };
        const isOver = found.place === null || look === looksAtOnce || found.views.length - before >= enough;
        setShown({ of: question, found, isLooking: !isOver });
        if (isOver) return;
      }
    };
    const timer = setTimeout(() => void search(), typingMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [farm, question, rounds]);
  const { found, of, isLooking } = shown;
  return {
    views: found.views,
    backTo: found.backTo,
    isLooking: of !== question || isLooking,
    isWhole: of === question && found.place === null,
    onMore: () => {
      setShown({ ...shown, isLooking: true });
      setAsked({ question, rounds: rounds + 1 });
    },
  };
}
