import { type RefObject, useEffect, useRef, useState } from 'react';

/** A screen and a half of a desk. */
const step = 50;

interface MoreRows {
  readonly count: number;
  /** Ref of the element after the last row. */
  readonly end: RefObject<HTMLDivElement | null>;
}

/** Infinite scroll: how many rows to draw. A new `key` starts from the top. */
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
