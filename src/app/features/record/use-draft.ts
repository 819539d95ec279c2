import { useEffect, useRef } from 'react';
import { useFarm } from '../farm-context.tsx';
import type { Values } from './values.ts';

const keepAfterMs = 300;

/** Keeps what is being typed: shortly after each change, and at once when the page goes (ux.md §2.3). */
export function useKeptDraft(key: string, values: Values, isDirty: boolean): { readonly settle: () => void } {
  const farm = useFarm();
  const unkept = useRef<Values | null>(null);
  useEffect(() => {
    if (!isDirty) return undefined;
    unkept.current = values;
    const keep = (): void => {
      if (unkept.current === null) return;
      void farm.saveDraft(key, { ...unkept.current });
      unkept.current = null;
    };
    const timer = setTimeout(keep, keepAfterMs);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
      // A form that is put away at once (the back gesture) keeps its last words too.
      keep();
    };
  }, [key, values, isDirty, farm]);
  return {
    /** The form was saved or emptied: what waited to be kept is of no use any more. */
    settle: () => {
      unkept.current = null;
    },
  };
}
