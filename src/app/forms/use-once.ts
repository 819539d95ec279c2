import { useRef, useState } from 'react';

interface Once<A extends readonly unknown[], T> {
  /** Undefined while under way. Rethrows. */
  readonly run: (...args: A) => Promise<T | undefined>;
  readonly busy: boolean;
}

/** Runs an act once at a time: a second touch, or Enter beside a busy button, does nothing. */
export function useOnce<A extends readonly unknown[], T>(act: (...args: A) => Promise<T>): Once<A, T> {
  // Two touches may come before a render: `busy` cannot decide.
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

/** An act once at a time that gives why it failed, in words; null where it worked. `failed` is the last reason. */
export function useTry<A extends readonly unknown[]>(act: (...args: A) => Promise<string | null>) {
  const [failed, setFailed] = useState<string | null>(null);
  const once = useOnce(async (...args: A) => {
    setFailed(null);
    setFailed(await act(...args));
  });
  return { ...once, failed };
}
