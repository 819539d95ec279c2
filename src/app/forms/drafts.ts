import { useEffect, useMemo, useState } from 'react';
import type { Farm } from '#sync/farm.ts';
import { useFarm } from '#platform';
import type { Draft, Keeping, Place } from './keeping.ts';

/** How much typing a dying page may lose. */
const keepEveryMs = 300;

/** What is typed into one form, on its way to the disk. */
class DraftPlace implements Place {
  readonly isDraft = true;
  private readonly farm: Farm;
  private readonly key: string;
  private unsaved: Draft | null = null;
  private isSaved = false;
  /** What a form opens with is in its draft or can be had again. */
  private savedAt = performance.now();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(farm: Farm, key: string) {
    this.farm = farm;
    this.key = key;
  }

  /** The first change at once, then every so often: one that comes with a waiting one goes along. */
  readonly type = (values: Draft): void => {
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

  /** Taken back by hand: it must not come back by itself. */
  readonly takeBack = (): void => {
    const wasSaved = this.isSaved;
    this.beforeSave();
    if (wasSaved) void this.farm.saveDraft(this.key, null);
  };

  readonly forget = (): void => {
    this.beforeSave();
    void this.farm.saveDraft(this.key, null);
  };

  /** The save takes the draft along: what waited to be kept is of no use any more. */
  readonly beforeSave = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isSaved = false;
    this.unsaved = null;
  };

  /** What was not saved has to outlive the screen again. */
  readonly afterSave = (isSaved: boolean, values: Draft): void => {
    if (isSaved) return;
    this.isSaved = true;
    void this.farm.saveDraft(this.key, { ...values });
  };
}

/** Keeps what is typed as a draft on the disk, until it is saved; `draft` is what `useDraftOnce` found there. */
export function useDraft(key: string, draft: Draft | null): Keeping {
  const farm = useFarm();
  const place = useMemo(() => new DraftPlace(farm, key), [farm, key]);
  return { draft, place };
}

/** The draft as it was when the form opened: null when there is none, undefined while the disk is asked. */
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
        // The screen's own error, like any other question to a disk that is away: the form would seem to load for ever.
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
