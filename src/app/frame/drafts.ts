import { useEffect, useRef, useState } from 'react';
import type { Farm } from '../sync/farm.ts';
import { useFarm } from './farm-context.tsx';

type Draft = Readonly<Record<string, unknown>>;

const keepAfterMs = 300;

interface KeptDraft {
  /** The form is being saved or was emptied: what waited to be kept is of no use any more. */
  readonly settle: () => void;
  /** The save did not happen: what is typed has to outlive the screen again. */
  readonly keepAgain: (values: Draft) => void;
}

function keep(farm: Farm, key: string, unkept: { current: Draft | null }): void {
  if (unkept.current === null) return;
  void farm.saveDraft(key, unkept.current);
  unkept.current = null;
}

/** Keeps what is being typed: shortly after each change, and at once when the page goes (ux.md §2.3). */
export function useKeptDraft(key: string, values: Draft, isDirty: boolean): KeptDraft {
  const farm = useFarm();
  const unkept = useRef<Draft | null>(null);
  const isKept = useRef(false);
  const text = isDirty ? JSON.stringify(values) : null;
  useEffect(() => {
    if (text === null) {
      // What was typed was taken back by hand: it must not come back by itself.
      if (isKept.current) void farm.saveDraft(key, null);
      isKept.current = false;
      unkept.current = null;
      return undefined;
    }
    isKept.current = true;
    unkept.current = JSON.parse(text) as Draft;
    const timer = setTimeout(() => keep(farm, key, unkept), keepAfterMs);
    return () => clearTimeout(timer);
  }, [key, text, farm]);
  useEffect(() => {
    const keepNow = (): void => keep(farm, key, unkept);
    window.addEventListener('pagehide', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      // A form that is put away at once (the back gesture) keeps its last words too.
      keepNow();
    };
  }, [key, farm]);
  return {
    settle: () => {
      isKept.current = false;
      unkept.current = null;
    },
    keepAgain: (typed) => {
      isKept.current = true;
      void farm.saveDraft(key, { ...typed });
    },
  };
}

/** The draft as it was when the form opened: null when there is none, undefined while the disk is asked. */
export function useDraftOnce(key: string): Draft | null | undefined {
  const farm = useFarm();
  const [kept, setKept] = useState<Draft | null>();
  useEffect(() => {
    let isHere = true;
    void farm.views.draft(key).then((draft) => {
      if (isHere) setKept(draft);
    });
    return () => {
      isHere = false;
    };
  }, [farm, key]);
  return kept;
}
