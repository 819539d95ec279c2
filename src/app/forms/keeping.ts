import { useEffect, useMemo, useState } from 'react';
import { tabMemory } from '#platform/tab-memory.ts';

/** Typed values by field name. */
export type Draft = Readonly<Record<string, unknown>>;

/** Keeps what is typed in one form while its screen is away. */
export interface Place {
  /** A save ends the form and its draft; else it can be sent again. */
  readonly isDraft: boolean;
  readonly type: (values: Draft) => void;
  /** Back to the start values. */
  readonly takeBack: () => void;
  /** Writes pending changes: the page goes. */
  readonly keep: () => void;
  readonly forget: () => void;
  /** False once where another window saved what is typed here. */
  readonly beforeSave: () => boolean;
  readonly afterSave: (isSaved: boolean, values: Draft) => void;
}

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
    beforeSave: () => true,
    afterSave: (isSaved) => {
      if (isSaved) forget();
    },
  };
};

/** Keeps texts in the tab's memory through reload and update; never passwords and codes (ux.md §2.3). */
export function useTab(name: string): Keeping {
  const key = `form:${name}`;
  const place = useMemo(() => inTab(key), [key]);
  const [draft] = useState(() => {
    const texts = Object.entries((tabMemory.read(key) ?? {}) as Draft).filter(([, text]) => typeof text === 'string');
    return texts.length === 0 ? null : Object.fromEntries(texts);
  });
  return { draft, place };
}

/** Keeps each change, and the last when the page goes (ux.md §2.3). */
export function useAutosave(place: Place | null, values: Draft, isDirty: boolean): void {
  const text = isDirty ? JSON.stringify(values) : null;
  useEffect(() => {
    if (text === null) place?.takeBack();
    else place?.type(JSON.parse(text) as Draft);
  }, [text, place]);
  useKeptAtTheEnd(place?.keep ?? nothing);
}

/** Calls `keep`, always the same, as the page goes; and at once where its screen goes (the back gesture). */
export function useKeptAtTheEnd(keep: () => void): void {
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);
}
