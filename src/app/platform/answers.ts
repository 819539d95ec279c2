import type { Farm, FarmViews, SyncStatus } from '#sync/farm.ts';
import { NotHeldYet, wholeViews } from '#sync/views/held.ts';

/** `calm`: for costly questions. */
export type Pace = 'live' | 'calm';

/** Leaves the disk to saves in between. */
const liveEveryMs = 150;
/** Without changes. */
const calmAfterMs = 1_500;

interface Subscription {
  readonly unsubscribe: () => void;
}
/** What `useObservable` takes. */
interface Answers<T> {
  readonly subscribe: (onAnswer: (answer: T) => void, onError?: (thrown: unknown) => void) => Subscription;
  /** Always false: else it would subscribe once just to see. */
  readonly hasValue: () => boolean;
}

const waitBefore: { readonly [pace in Pace]: (sinceLastAsked: number) => number } = {
  live: (sinceLastAsked) => Math.max(0, liveEveryMs - sinceLastAsked),
  calm: () => calmAfterMs,
};

type Followed = Pick<Farm, 'views' | 'onRows' | 'status' | 'onStatus'>;
type HalfGood = (status: SyncStatus) => boolean;

/** Null while a first load has not brought all rows read. */
const patient = <T>(farm: Followed, ask: (views: FarmViews) => Promise<T>, isHalfGood: HalfGood) => {
  const whole = wholeViews(farm.views, farm.status);
  return async (): Promise<{ readonly answer: T } | null> => {
    try {
      return { answer: await ask(isHalfGood(farm.status()) ? farm.views : whole) };
    } catch (thrown) {
      if (thrown instanceof NotHeldYet) return null;
      throw thrown;
    }
  };
};

/**
 * Answers to a question, one at a time, the last asked after the last change, so that questions share reads (decision 0015). During a first
 * load none comes before all its rows, unless `isHalfGood`.
 */
export const answersTo = <T>(
  farm: Followed,
  ask: (views: FarmViews) => Promise<T>,
  pace: Pace,
  isHalfGood: HalfGood = () => false,
): Answers<T> => ({
  hasValue: () => false,
  subscribe: (onAnswer, onError) => {
    let isHere = true;
    let isAsking = false;
    let mustAsk = false;
    let isHeldBack = true;
    let askedAt = 0;
    const question = patient(farm, ask, isHalfGood);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      timer = undefined;
      mustAsk = false;
      isAsking = true;
      askedAt = performance.now();
      try {
        const answered = await question();
        isHeldBack = answered === null;
        if (isHere && answered) onAnswer(answered.answer);
      } catch (thrown) {
        if (isHere) onError?.(thrown);
      }
      isAsking = false;
      if (mustAsk) again();
    };
    const again = (): void => {
      mustAsk = true;
      if (isAsking || !isHere) return;
      if (timer !== undefined && pace === 'live') return;
      clearTimeout(timer);
      timer = setTimeout(() => void look(), waitBefore[pace](performance.now() - askedAt));
    };
    const stops = [farm.onRows(again), farm.onStatus(() => (isHeldBack ? again() : undefined))];
    void look();
    return {
      unsubscribe: () => {
        isHere = false;
        clearTimeout(timer);
        for (const stop of stops) stop();
      },
    };
  },
});
