import { useEffect, useRef, useState } from 'react';
import { useFarm } from '#platform';
import { StorageFailure } from '#store/store.ts';
import type { Tanda, Touch } from './tanda.ts';

const keepTypedAfterMs = 300;

/** Writes the states of a tanda one after the other: an older one never lands on a newer one. */
class TandaWriter {
  private readonly save: (tanda: Tanda) => Promise<void>;
  private readonly onSettled: (tanda: Tanda, isSaved: boolean) => void;
  private unwritten: Tanda | null = null;
  private writing: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(save: (tanda: Tanda) => Promise<void>, onSettled: (tanda: Tanda, isSaved: boolean) => void) {
    this.save = save;
    this.onSettled = onSettled;
  }

  put(next: Tanda, isAtOnce: boolean): void {
    this.unwritten = next;
    clearTimeout(this.timer);
    if (isAtOnce) this.keepNow();
    else this.timer = setTimeout(() => this.keepNow(), keepTypedAfterMs);
  }

  keepNow(): void {
    clearTimeout(this.timer);
    this.writing = this.writing.then(() => this.write());
  }

  /** Nothing more is written; resolves when what was under way is. */
  settle(): Promise<void> {
    clearTimeout(this.timer);
    this.unwritten = null;
    return this.writing;
  }

  private async write(): Promise<void> {
    const next = this.unwritten;
    if (next === null) return;
    this.unwritten = null;
    try {
      await this.save(next);
      this.onSettled(next, true);
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown;
      this.unwritten ??= next;
      this.onSettled(next, false);
    }
  }
}

/** A tanda and its copy on the disk. */
interface TandaDraft {
  /** As it is shown: an animal counts when the disk has it, or when it is told that the disk did not take it. */
  readonly tanda: Tanda;
  /** The next state of it: a touch goes to the disk at once, kilos half typed shortly after. */
  readonly change: (next: Tanda) => void;
  /** The state after the last change, also before it is painted: two quick touches are two. */
  readonly latest: () => Tanda;
  /** The disk did not take the last touch: it is tried again with the next one. */
  readonly isUnsaved: boolean;
  readonly settle: () => Promise<void>;
  readonly keepNow: () => void;
}

/** Touches that are on their way to the disk. */
function usePending() {
  const [pending, setPending] = useState<readonly Touch[]>([]);
  return {
    pending,
    begin: (before: readonly Touch[], after: readonly Touch[]): void => {
      const known = new Set(before);
      const added = after.filter((touch) => !known.has(touch));
      if (added.length > 0) setPending((others) => [...others, ...added]);
    },
    end: (touches: readonly Touch[]): void => {
      const settled = new Set(touches);
      setPending((others) => others.filter((touch) => !settled.has(touch)));
    },
  };
}

/** Keeps every touch at once, so that a dead battery costs at most the animal that is on the scale (ux.md §1.2, Bulk). */
export function useTandaDraft(draftKey: string, start: Tanda): TandaDraft {
  const farm = useFarm();
  const [tanda, setTanda] = useState(start);
  const [isUnsaved, setUnsaved] = useState(false);
  const { pending, begin, end } = usePending();
  const [writer] = useState(
    () =>
      new TandaWriter(
        (next) => farm.saveDraft(draftKey, { ...next }),
        ({ touches }, isSaved) => {
          end(touches);
          setUnsaved(!isSaved);
        },
      ),
  );
  const latest = useRef(start);
  useEffect(() => {
    const leave = (): void => writer.keepNow();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [writer]);
  return {
    tanda: pending.length === 0 ? tanda : { ...tanda, touches: tanda.touches.filter((one) => !pending.includes(one)) },
    isUnsaved,
    latest: () => latest.current,
    change: (next) => {
      const isTouch = next.touches !== latest.current.touches;
      begin(latest.current.touches, next.touches);
      latest.current = next;
      setTanda(next);
      writer.put(next, isTouch);
    },
    settle: () => {
      // The record takes them from here on.
      end(latest.current.touches);
      return writer.settle();
    },
    keepNow: () => writer.keepNow(),
  };
}
