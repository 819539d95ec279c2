import { useEffect, useMemo, useState } from 'react';
import type { Farm } from '../sync/farm.ts';
import { useFarm } from '../platform/farm-context.tsx';
import type { Draft, Keeping, Place } from './keeping.ts';

/** Who types without a pause loses no more than this when the page dies. */
const keepEveryMs = 300;

/** What is typed into one form, on its way to the disk. */
class DraftPlace implements Place {
  readonly isDraft = true;
  private readonly farm: Farm;
  private readonly key: string;
  private unkept: Draft | null = null;
  private isKept = false;
  /** What a form opens with stands in its draft already, or can be had again. */
  private keptAt = performance.now();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(farm: Farm, key: string) {
    this.farm = farm;
    this.key = key;
  }

  /** The first change at once, then every so often: one that comes with a waiting one goes along. */
  readonly type = (values: Draft): void => {
    this.isKept = true;
    this.unkept = values;
    this.timer ??= setTimeout(this.keep, Math.max(0, this.keptAt + keepEveryMs - performance.now()));
  };

  readonly keep = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.unkept === null) return;
    this.keptAt = performance.now();
    void this.farm.saveDraft(this.key, this.unkept);
    this.unkept = null;
  };

  /** What was typed was taken back by hand: it must not come back by itself. */
  readonly takeBack = (): void => {
    const wasKept = this.isKept;
    this.beforeSave();
    if (wasKept) void this.farm.saveDraft(this.key, null);
  };

  readonly forget = (): void => {
    this.beforeSave();
    void this.farm.saveDraft(this.key, null);
  };

  /** The save takes the draft along: what waited to be kept is of no use any more. */
  readonly beforeSave = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isKept = false;
    this.unkept = null;
  };

  /** What was not saved has to outlive the screen again. */
  readonly afterSave = (isSaved: boolean, values: Draft): void => {
    if (isSaved) return;
    this.isKept = true;
    void this.farm.saveDraft(this.key, { ...values });
  };
}

/** Keeps what is typed as a draft on the disk, until it is saved; `kept` is what `useDraftOnce` found there. */
export function useDraft(key: string, kept: Draft | null): Keeping {
  const farm = useFarm();
  const place = useMemo(() => new DraftPlace(farm, key), [farm, key]);
  return { kept, place };
}

/** The draft as it was when the form opened: null when there is none, undefined while the disk is asked. */
export function useDraftOnce(key: string): Draft | null | undefined {
  const farm = useFarm();
  const [kept, setKept] = useState<Draft | null>();
  useEffect(() => {
    let isHere = true;
    farm.views.draft(key).then(
      (draft) => {
        if (isHere) setKept(draft);
      },
      (thrown: unknown) => {
        // The screen's own error, like any other question to a disk that is away: the form would seem to load for ever.
        const fail = (): never => {
          throw thrown;
        };
        if (isHere) setKept(fail);
      },
    );
    return () => {
      isHere = false;
    };
  }, [farm, key]);
  return kept;
}
