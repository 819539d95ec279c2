import { useRef, useState } from 'react';

interface Once<A extends readonly unknown[], T> {
  /** Does the act and gives what it came to; nothing while it is under way. What it throws comes out of here. */
  readonly run: (...args: A) => Promise<T | undefined>;
  readonly busy: boolean;
}

/** An act that runs once at a time: a second touch, or Enter beside a busy button, begins nothing while it is under way. */
export function useOnce<A extends readonly unknown[], T>(act: (...args: A) => Promise<T>): Once<A, T> {
  // Two touches may come before the screen is drawn anew: what it shows as busy is not what decides.
  const isUnderWay = useRef(false);
  const [busy, setBusy] = useState(false);
  return {
    busy,
    run: async (...args) => {
      if (isUnderWay.current) return undefined;
      isUnderWay.current = true;
      setBusy(true);
      try {
        return await act(...args);
      } finally {
        isUnderWay.current = false;
        setBusy(false);
      }
    },
  };
}
