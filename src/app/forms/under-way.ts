import { createListeners } from '#domain/listeners.ts';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Attachments a form is still taking in: photos, a voice note. */
interface UnderWay {
  readonly count: number;
  /** How often the count fell to 0. */
  readonly rounds: number;
  /** Since the app was opened. */
  readonly failures: number;
}

let underWay: UnderWay = { count: 0, rounds: 0, failures: 0 };
const listeners = createListeners();
const stops = new Set<() => void>();

function change(changes: Partial<UnderWay>): void {
  underWay = { ...underWay, ...changes };
  listeners.tell();
}

function end(failed: boolean): void {
  const count = underWay.count - 1;
  change({ count, rounds: underWay.rounds + (count === 0 ? 1 : 0), failures: underWay.failures + (failed ? 1 : 0) });
}

/** A field takes in an attachment while `isUnderWay`. `failed`: why it failed; `endNow`: a save asks it to end. */
export function useUnderWay(isUnderWay: boolean, failed: string | null, endNow?: () => void): void {
  const now = useRef({ failed, endNow });
  // A layout effect: the cleanup below must see this render's values.
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

/** A save that waits for attachments. If one fails, its field says so and the person decides. */
export function useSaveWithAttachments<A extends readonly unknown[]>(save: (...args: A) => Promise<void>) {
  const now = useSyncExternalStore(listeners.subscribe, () => underWay);
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
