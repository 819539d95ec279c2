import { useEffect, useMemo, useState } from 'react';
import type { Farm } from '#sync/farm.ts';
import { useFarm } from '#platform';
import { type Draft, type Keeping, type Place, useAutosave } from './keeping.ts';
import { useBusy } from '#update/busy.ts';

/** How much typing a dying page may lose. */
const keepEveryMs = 300;

/** Writes one form's draft to disk. */
class DraftPlace implements Place {
  readonly isDraft = true;
  private readonly farm: Farm;
  private readonly key: string;
  private unsaved: Draft | null = null;
  private isSaved = false;
  private isSaving = false;
  /** A form's start values are on disk already. */
  private savedAt = performance.now();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(farm: Farm, key: string) {
    this.farm = farm;
    this.key = key;
  }

  /** Throttled: the first change at once, later ones merged. */
  readonly type = (values: Draft): void => {
    // Written behind a save it would come back as a second record. A failed save keeps it.
    if (this.isSaving) return;
    this.isSaved = true;
    this.unsaved = values;
    this.timer ??= setTimeout(this.keep, Math.max(0, this.savedAt + keepEveryMs - performance.now()));
  };

  readonly keep = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.unsaved === null) return;
    this.savedAt = performance.now();
    void this.farm.saveDraft(this.key, this.unsaved);
    this.unsaved = null;
  };

  /** Taken back by hand: it must not return. */
  readonly takeBack = (): void => {
    const wasSaved = this.isSaved;
    this.drop();
    if (wasSaved) void this.farm.saveDraft(this.key, null);
  };

  readonly forget = (): void => {
    this.drop();
    void this.farm.saveDraft(this.key, null);
  };

  /** The save deletes the draft: nothing pending may be written. */
  readonly beforeSave = (): void => {
    this.drop();
    this.isSaving = true;
  };

  /** A failed save is a draft again. */
  readonly afterSave = (isSaved: boolean, values: Draft): void => {
    this.isSaving = false;
    if (isSaved) return;
    this.isSaved = true;
    void this.farm.saveDraft(this.key, { ...values });
  };

  private readonly drop = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isSaved = false;
    this.unsaved = null;
  };
}

/** Keeps a draft on disk until saved; `draft` comes from `useDraftOnce`. */
export function useDraft(key: string, draft: Draft | null): Keeping {
  const farm = useFarm();
  const place = useMemo(() => new DraftPlace(farm, key), [farm, key]);
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
