import type { Farm, FarmViews } from '../sync/farm.ts';

/** How soon after a change a question is asked again: what stands in lists, or what is dear to make. */
export type Pace = 'live' | 'calm';

/** While changes follow each other without end, an eye is served by this often, and the saves get the disk in between. */
const liveEveryMs = 150;
/** How long nothing may have changed. */
const calmAfterMs = 1_500;

interface Subscription {
  readonly unsubscribe: () => void;
}
/** What `useObservable` follows. */
interface Answers<T> {
  readonly subscribe: (onAnswer: (answer: T) => void, onError?: (thrown: unknown) => void) => Subscription;
  /** Never at once: without this word the follower would ask once just to see. */
  readonly hasValue: () => boolean;
}

const waitBefore: { readonly [pace in Pace]: (sinceLastAsked: number) => number } = {
  live: (sinceLastAsked) => Math.max(0, liveEveryMs - sinceLastAsked),
  calm: () => calmAfterMs,
};

/**
 * The answers to a question, from now on. One is under way at a time, and the last one was asked after the last change. The database's own
 * live queries would begin at every change, each by itself; these wait for each other, so that they can share what they read (decision 0015).
 */
export const answersTo = <T>(
  farm: Pick<Farm, 'views' | 'onRows'>,
  ask: (views: FarmViews) => Promise<T>,
  pace: Pace,
): Answers<T> => ({
  hasValue: () => false,
  subscribe: (onAnswer, onError) => {
    let isHere = true;
    let isAsking = false;
    let mustAsk = false;
    let askedAt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      timer = undefined;
      mustAsk = false;
      isAsking = true;
      askedAt = performance.now();
      try {
        const answer = await ask(farm.views);
        if (isHere) onAnswer(answer);
      } catch (thrown) {
        if (isHere) onError?.(thrown);
      } finally {
        isAsking = false;
      }
      if (mustAsk) again();
    };
    const again = (): void => {
      mustAsk = true;
      if (isAsking || !isHere) return;
      if (timer !== undefined && pace === 'live') return;
      clearTimeout(timer);
      timer = setTimeout(() => void look(), waitBefore[pace](performance.now() - askedAt));
    };
    const stop = farm.onRows(again);
    void look();
    return {
      unsubscribe: () => {
        isHere = false;
        clearTimeout(timer);
        stop();
      },
    };
  },
});
