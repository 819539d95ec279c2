import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

/** What a form was given and does not hold yet: photos, a voice note. */
interface UnderWay {
  readonly count: number;
  /** How often the last of them has ended. */
  readonly rounds: number;
  /** How many have come to nothing since the app was opened. */
  readonly failures: number;
}

let underWay: UnderWay = { count: 0, rounds: 0, failures: 0 };
const listeners = new Set<() => void>();
const stops = new Set<() => void>();

function change(changes: Partial<UnderWay>): void {
  underWay = { ...underWay, ...changes };
  for (const listener of listeners) listener();
}

function end(failed: boolean): void {
  const count = underWay.count - 1;
  change({ count, rounds: underWay.rounds + (count === 0 ? 1 : 0), failures: underWay.failures + (failed ? 1 : 0) });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Says that a field works on an attachment while `isUnderWay`. `failed`: why it failed; `endNow` ends it when somebody saves. */
export function useUnderWay(isUnderWay: boolean, failed: string | null, endNow?: () => void): void {
  const now = useRef({ failed, endNow });
  // Of the layout: the end of the work, below, is told of what this drawing says.
  useLayoutEffect(() => {
    now.current = { failed, endNow };
  });
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const stop = (): void => now.current.endNow?.();
    stops.add(stop);
    change({ count: underWay.count + 1 });
    return () => {
      stops.delete(stop);
      end(now.current.failed !== null);
    };
  }, [isUnderWay]);
}

/** A save that waits for what is under way (a photo, a voice note). What fails is told by its field, and the person decides anew. */
export function useSaveWithAttachments<A extends readonly unknown[]>(save: (...args: A) => Promise<void>) {
  const now = useSyncExternalStore(subscribe, () => underWay);
  const latest = useRef(save);
  const asked = useRef<{ readonly args: A; readonly failures: number } | null>(null);
  const [askedAt, setAskedAt] = useState<UnderWay | null>(null);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const waiting = asked.current;
    asked.current = null;
    if (waiting?.failures === now.failures) void latest.current(...waiting.args);
  }, [now.rounds, now.failures]);
  return {
    isWaiting: askedAt?.rounds === now.rounds && askedAt.failures === now.failures,
    save: async (...args: A): Promise<void> => {
      if (underWay.count === 0) return await save(...args);
      asked.current = { args, failures: underWay.failures };
      setAskedAt(underWay);
      for (const stop of stops) stop();
    },
  };
}
