import { useRef, useState } from 'react';

interface Once<A extends readonly unknown[]> {
  /** Begins the act, but while it is under way. What it throws comes out of here. */
  readonly run: (...args: A) => Promise<void>;
  /** What the act was begun with; null while nothing is under way. */
  readonly underWay: A | null;
  readonly busy: boolean;
}

/**
 * An act that is one act, however often it is touched: a second touch, or the Enter key beside a button that is busy, begins nothing while
 * it is under way. Whatever it comes to, it can be begun again after that.
 */
export function useOnce<A extends readonly unknown[]>(act: (...args: A) => Promise<unknown>): Once<A> {
  // Two touches may come before the screen is drawn anew: what it shows as busy is not what decides.
  const isUnderWay = useRef(false);
  const [underWay, setUnderWay] = useState<A | null>(null);
  return {
    underWay,
    busy: underWay !== null,
    run: async (...args) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setUnderWay(args);
      try {
        await act(...args);
      } finally {
        isUnderWay.current = false;
        setUnderWay(null);
      }
    },
  };
}
