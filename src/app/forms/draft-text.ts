import { useState } from 'react';
import { useBusy } from '#update/busy.ts';
import { useDraft, useDraftOnce } from './drafts.ts';
import { useAutosave } from './keeping.ts';

/** One text that is typed before an act: the reason of a cancellation, say. */
interface DraftText {
  readonly text: string;
  readonly change: (text: string) => void;
  /** The act is done: the text is of no use any more. */
  readonly forget: () => void;
}

/** Makes such a text, kept through reload, back and update until its act is done (ux.md §2.3). */
export function useDraftText(draftKey: string): DraftText {
  const draft = useDraftOnce(draftKey);
  const { place } = useDraft(draftKey, null);
  const [typed, setTyped] = useState<string | null>(null);
  const before = draft?.['text'];
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
