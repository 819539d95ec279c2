import { useState } from 'react';
import { useBusy } from '#update/busy.ts';
import { useDraft, useDraftOnce } from './drafts.ts';
import { useAutosave } from './keeping.ts';

interface DraftText {
  readonly text: string;
  readonly change: (text: string) => void;
  /** The act is done. */
  readonly forget: () => void;
}

/** One text typed before an act (a reason), kept through reload, back and update until done (ux.md §2.3). */
export function useDraftText(draftKey: string): DraftText {
  const draft = useDraftOnce(draftKey);
  const { place } = useDraft(draftKey, null);
  const [typed, setTyped] = useState<string | null>(null);
  const before = draft?.text;
  const text = typed ?? (typeof before === 'string' ? before : '');
  const isDirty = typed !== null && typed !== '';
  useBusy(draftKey, isDirty);
  useAutosave(place, { text }, isDirty);
  const change = (next: string): void => {
    setTyped(next);
    if (next === '') place.forget();
  };
  return { text, change, forget: () => change('') };
}
