import { useState } from 'react';
import { useBusy } from '../update/busy.ts';
import { useDraftOnce, useKeptDraft } from './drafts.ts';
import { useFarm } from './farm-context.tsx';

/** One text that is typed before an act: the reason of a cancellation, say. */
interface KeptText {
  readonly text: string;
  readonly change: (text: string) => void;
  /** The act is done: the text is of no use any more. */
  readonly forget: () => void;
}

/** Makes such a text: kept through reload, back and update like what is typed in a form, until its act is done (ux.md §2.3). */
export function useKeptText(draftKey: string): KeptText {
  const farm = useFarm();
  const kept = useDraftOnce(draftKey);
  const [typed, setTyped] = useState<string | null>(null);
  const before = kept?.['text'];
  const text = typed ?? (typeof before === 'string' ? before : '');
  const isDirty = typed !== null && typed !== '';
  useBusy(draftKey, isDirty);
  const draft = useKeptDraft(draftKey, { text }, isDirty);
  const change = (next: string): void => {
    setTyped(next);
    if (next !== '') return;
    draft.settle();
    void farm.saveDraft(draftKey, null);
  };
  return { text, change, forget: () => change('') };
}
