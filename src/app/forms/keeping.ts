import { useEffect, useMemo, useState } from 'react';
import { tabMemory } from '#platform/tab-memory.ts';

/** What is typed, by the names of the fields. */
export type Draft = Readonly<Record<string, unknown>>;

/** A place that holds what is typed in one form while its screen is away. */
export interface Place {
  /** What is saved is a draft no more: the form ends with its save. Without it a form can be sent again. */
  readonly isDraft: boolean;
  readonly type: (values: Draft) => void;
  /** All stands as it did at first. */
  readonly takeBack: () => void;
  /** What waits to be kept is kept now: the page goes. */
  readonly keep: () => void;
  /** The form begins anew. */
  readonly forget: () => void;
  readonly beforeSave: () => void;
  readonly afterSave: (isSaved: boolean, values: Draft) => void;
}

/** How a form outlives its screen: where what is typed is kept, and what an earlier visit left there. */
export interface Keeping {
  readonly draft: Draft | null;
  readonly place: Place;
}

/** Passwords, codes and tokens are kept nowhere. */
const isSecret = (name: string): boolean => /password|code|token/.test(name);

const nothing = (): void => undefined;

const inTab = (key: string): Place => {
  const forget = (): void => tabMemory.forget(key);
  return {
    isDraft: false,
    type: (values) =>
      tabMemory.keep(key, Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name)))),
    takeBack: forget,
    forget,
    keep: nothing,
    beforeSave: nothing,
    afterSave: (isSaved) => {
      if (isSaved) forget();
    },
  };
};

/** Keeps texts that only the server answers in the tab's own memory, through reload and update; passwords and codes never (ux.md §2.3). */
export function useTab(name: string): Keeping {
  const key = `form:${name}`;
  const place = useMemo(() => inTab(key), [key]);
  const [draft] = useState(() => {
    const texts = Object.entries((tabMemory.read(key) ?? {}) as Draft).filter(([, text]) => typeof text === 'string');
    return texts.length === 0 ? null : Object.fromEntries(texts);
  });
  return { draft, place };
}

/** Keeps what is typed: at each change, and at once when the page goes (ux.md §2.3). */
export function useAutosave(place: Place | null, values: Draft, isDirty: boolean): void {
  const text = isDirty ? JSON.stringify(values) : null;
  useEffect(() => {
    if (text === null) place?.takeBack();
    else place?.type(JSON.parse(text) as Draft);
  }, [text, place]);
  useEffect(() => {
    if (place === null) return undefined;
    window.addEventListener('pagehide', place.keep);
    return () => {
      window.removeEventListener('pagehide', place.keep);
      // A form that is put away at once (the back gesture) keeps its last words too.
      place.keep();
    };
  }, [place]);
}
