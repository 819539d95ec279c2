import { useEffect, useRef, useState } from 'react';
import { useFarm } from '#platform';
import { StorageFailure } from '#store/store.ts';
import type { Tanda, Touch } from './tanda.ts';

const keepTypedAfterMs = 300;

/** Writes states in order: an older one never overwrites a newer. */
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

  /** Drops what is unwritten; resolves when the current write ends. */
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

/** A tanda and its stored copy. */
interface TandaDraft {
  /** As shown: an animal counts once stored, or once told that it was not. */
  readonly tanda: Tanda;
  /** Sets the next state: touches are stored at once, typing shortly after. */
  readonly change: (next: Tanda) => void;
  /** State after the last change, even before render: two quick touches count twice. */
  readonly latest: () => Tanda;
  /** The last touch was not stored; retried with the next. */
  readonly isUnsaved: boolean;
  readonly settle: () => Promise<void>;
  readonly keepNow: () => void;
}

/** Touches being stored. */
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

/** Stores every touch at once: a dead battery costs at most the animal on the scale (ux.md §1.2, Bulk). */
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
      // From here the record holds them.
      end(latest.current.touches);
      return writer.settle();
    },
    keepNow: () => writer.keepNow(),
  };
}
