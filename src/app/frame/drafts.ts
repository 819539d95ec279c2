import { useEffect, useMemo, useState } from 'react';
import type { Farm } from '../sync/farm.ts';
import { useFarm } from './farm-context.tsx';

type Draft = Readonly<Record<string, unknown>>;

/** Who types without a pause loses no more than this when the page dies. */
const keepEveryMs = 300;

interface KeptDraft {
  /** The form is being saved or was emptied: what waited to be kept is of no use any more. */
  readonly settle: () => void;
  /** The save did not happen: what is typed has to outlive the screen again. */
  readonly keepAgain: (values: Draft) => void;
}

/** What is typed into one form, on its way to the disk. */
class Keeping {
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
  type(values: Draft): void {
    this.isKept = true;
    this.unkept = values;
    this.timer ??= setTimeout(this.keep, Math.max(0, this.keptAt + keepEveryMs - performance.now()));
  }

  readonly keep = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.unkept === null) return;
    this.keptAt = performance.now();
    void this.farm.saveDraft(this.key, this.unkept);
    this.unkept = null;
  };

  /** What was typed was taken back by hand: it must not come back by itself. */
  takeBack(): void {
    const wasKept = this.isKept;
    this.settle();
    if (wasKept) void this.farm.saveDraft(this.key, null);
  }

  settle(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isKept = false;
    this.unkept = null;
  }

  keepAgain(values: Draft): void {
    this.isKept = true;
    void this.farm.saveDraft(this.key, { ...values });
  }
}

/** Keeps what is being typed: at each change, and at once when the page goes (ux.md §2.3). */
export function useKeptDraft(key: string, values: Draft, isDirty: boolean): KeptDraft {
  const farm = useFarm();
  const keeping = useMemo(() => new Keeping(farm, key), [farm, key]);
  const text = isDirty ? JSON.stringify(values) : null;
  useEffect(() => {
    if (text === null) keeping.takeBack();
    else keeping.type(JSON.parse(text) as Draft);
  }, [text, keeping]);
  useEffect(() => {
    window.addEventListener('pagehide', keeping.keep);
    return () => {
      window.removeEventListener('pagehide', keeping.keep);
      // A form that is put away at once (the back gesture) keeps its last words too.
      keeping.keep();
    };
  }, [keeping]);
  return {
    settle: () => {
      keeping.settle();
    },
    keepAgain: (typed) => {
      keeping.keepAgain(typed);
    },
  };
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
