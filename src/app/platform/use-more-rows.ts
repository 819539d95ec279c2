import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { beforePaper } from '#ui/before-paper.ts';

/** Calls `onNear` when the list's end comes near, while there is more. Gives the ref of the element after the last row. */
export function useNearEnd(hasMore: boolean, shown: number, onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: '600px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [hasMore, shown]);
  return end;
}

/** A screen and a half of a desk. */
const step = 50;

/** Infinite scroll: how many rows to draw, all of them on paper. A new `key` starts from the top. */
export function useMoreRows(total: number, key: string) {
  const [drawn, setDrawn] = useState({ key, count: step });
  if (drawn.key !== key) setDrawn({ key, count: step });
  const { count } = drawn;
  useEffect(() => beforePaper(() => setDrawn({ key, count: Infinity })), [key]);
  const end = useNearEnd(total > count, count, () => setDrawn((before) => ({ ...before, count: before.count + step })));
  return { count, end };
}
