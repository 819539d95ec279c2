import { useEffect, useMemo, useState } from 'react';
import type { Farm } from '#sync/farm.ts';
import { useFarm } from '#platform';
import { type Draft, type Keeping, useAutosave } from './keeping.ts';
import { useBusy } from '#update/busy.ts';
import { tellOtherWindows, useOtherWindows } from './other-windows.ts';

/** How much typing a dying page may lose. */
const keepEveryMs = 300;

/** Throttled: the first change at once, later ones merged. */
function throttled(write: (draft: Draft) => void) {
  let unsaved: Draft | null = null;
  /** A form's start values are on disk already. */
  let savedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const drop = (): void => {
    clearTimeout(timer);
    timer = undefined;
    unsaved = null;
  };
  const keep = (): void => {
    const next = unsaved;
    drop();
    if (next === null) return;
    savedAt = performance.now();
    write(next);
  };
  const put = (values: Draft): void => {
    unsaved = values;
    timer ??= setTimeout(keep, Math.max(0, savedAt + keepEveryMs - performance.now()));
  };
  return { put, keep, drop };
}

/** Writes one form's draft to disk. */
function draftPlace(farm: Farm, key: string) {
  /** Among all farms. */
  const name = `${farm.organizationId}/${key}`;
  let isSaved = false;
  let isSaving = false;
  let isTaken = false;
  const write = (draft: Draft | null): void => void farm.saveDraft(key, draft);
  const later = throttled(write);
  const drop = (): void => {
    later.drop();
    isSaved = isTaken = false;
  };
  const forget = (): void => {
    drop();
    write(null);
  };
  return {
    isDraft: true,
    name,
    /** Another window saved it while it was open here. */
    takeAway: (): void => {
      isTaken = isSaved;
    },
    type: (values: Draft): void => {
      // Written behind a save it would come back as a second record. A failed save keeps it.
      if (isSaving) return;
      isSaved = true;
      later.put(values);
    },
    keep: later.keep,
    /** Taken back by hand: it must not return. */
    takeBack: (): void => (isSaved ? forget : drop)(),
    forget,
    /** The save deletes the draft: nothing pending may be written. */
    beforeSave: (): boolean => {
      isSaving = !isTaken;
      if (isSaving) drop();
      else later.keep();
      isTaken = false;
      return isSaving;
    },
    /** A failed save is a draft again. */
    afterSave: (isDone: boolean, values: Draft): void => {
      isSaving = false;
      if (isDone) return tellOtherWindows(name);
      isSaved = true;
      write({ ...values });
    },
  };
}

/** Keeps a draft on disk until saved; `draft` comes from `useDraftOnce`. */
export function useDraft(key: string, draft: Draft | null): Keeping {
  const farm = useFarm();
  const place = useMemo(() => draftPlace(farm, key), [farm, key]);
  useOtherWindows(place.name, place.takeAway);
  return { draft, place };
}

/** The draft on opening: null for none, undefined while loading. */
export function useDraftOnce(key: string): Draft | null | undefined {
  const farm = useFarm();
  const [draft, setDraft] = useState<Draft | null>();
  useEffect(() => {
    let isHere = true;
    farm.views.draft(key).then(
      (found) => {
        if (isHere) setDraft(found);
      },
      (thrown: unknown) => {
        // Thrown in render: the form would seem to load for ever.
        const fail = (): never => {
          throw thrown;
        };
        if (isHere) setDraft(fail);
      },
    );
    return () => {
      isHere = false;
    };
  }, [farm, key]);
  return draft;
}

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
