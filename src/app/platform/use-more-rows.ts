import { type RefObject, useEffect, useRef, useState } from 'react';

/** Rows drawn at once: a screen and a half of a desk. */
const step = 50;

interface MoreRows {
  readonly count: number;
  /** Goes on the element behind the last row. */
  readonly end: RefObject<HTMLDivElement | null>;
}

/** How many rows of a long list to draw: more each time its end comes near. `key` tells lists apart; a new one starts from the top. */
export function useMoreRows(total: number, key: string): MoreRows {
  const [drawn, setDrawn] = useState({ key, count: step });
  if (drawn.key !== key) setDrawn({ key, count: step });
  const end = useRef<HTMLDivElement>(null);
  const { count } = drawn;
  const hasMore = total > count;
  useEffect(() => {
    const element = end.current;
    if (!element || !hasMore) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) {
          setDrawn((before) => ({ ...before, count: before.count + step }));
        }
      },
      { rootMargin: '600px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [hasMore, count]);
  return { count, end };
}
