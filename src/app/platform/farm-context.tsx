import { saySaved } from '#ui/toaster.tsx';
import { useLiveQuery, useObservable } from 'dexie-react-hooks';
import { createContext, useContext, useState, useSyncExternalStore } from 'react';
import type { Farm, FarmViews, SyncStatus } from '#sync/farm.ts';
import { asset } from '#domain';
import { NotHeldYet, wholeViews } from '#sync/views/held.ts';

export const FarmContext = createContext<Farm | null>(null);

/** Throws outside of the private screens. */
export function useFarm(): Farm {
  const farm = useContext(FarmContext);
  if (!farm) throw new Error('No farm is open here');
  return farm;
}

/** The sync status, as it changes. */
export function useFarmStatus(): SyncStatus {
  const farm = useFarm();
  return useSyncExternalStore(farm.onStatus, farm.status);
}

/** Says how far a save has come. */
export const toastSaved = (farm: Pick<Farm, 'status'>): void => saySaved(farm.status().reach === 'reachable');

const hasNoSignal = ({ reach }: SyncStatus): boolean => reach === 'unreachable';

const asking = (isHalfGood?: HalfGood) =>
  function useAnswers<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
    const farm = useFarm();
    return useObservable(() => answersTo(farm, ask, 'live', isHalfGood), [farm, ...deps]);
  };

/** A live query; undefined until the first answer, which a first load delays until all its rows are here. */
export const useLive = asking();

/** For forms: without signal also partial rows of a first load, so that recording goes on. */
export const useLiveForForm = asking(hasNoSignal);

/**
 * A costly live query (a year of the herd), asked again once changes rest, so that saves are not held up; and whether rows have changed
 * since it was answered, which stands with its figures as `aria-busy`.
 */
export function useCalm<T>(
  ask: (views: FarmViews) => Promise<T>,
  deps: readonly unknown[] = [],
): readonly [T | undefined, boolean] {
  const farm = useFarm();
  // Nothing is answered yet: told so at once, it would draw twice.
  const [isOld, setIsOld] = useState(true);
  return [useObservable(() => answersTo(farm, ask, 'calm', undefined, setIsOld), [farm, ...deps]), isOld];
}

/** A draft, live: it changes at every letter. */
export function useDraftOf(key: string): Readonly<Record<string, unknown>> | null | undefined {
  const farm = useFarm();
  return useLiveQuery(() => farm.views.draft(key), [farm, key]);
}

/** Live lists of the farm, each undefined until the first answer. */
export const useRodeos = () => useLive((views) => views.rodeos());

export const useLots = () => useLive((views) => views.lots());

export const useCampos = () => useLive((views) => views.campos());

export const useCategories = () => useLive((views) => views.categories());

/** Everybody who is or was on the team. */
export const useMembers = () => useLive((views) => views.members());

/** Cells that hold animals. */
export const useStock = () => useLive((views) => views.stock());

/** Names for the ids in records. */
export const useRecordNames = () => useLive((views) => views.names());

/** Items of the store room. */
export const useAssets = () => useLive((views) => views.things(asset.name));

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
const patient = <T,>(farm: Followed, ask: (views: FarmViews) => Promise<T>, isHalfGood: HalfGood) => {
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
 * load none comes before all its rows, unless `isHalfGood`. `onOld` is told when rows change, and when the answer knows of them.
 */
export const answersTo = <T,>(
  farm: Followed,
  ask: (views: FarmViews) => Promise<T>,
  pace: Pace,
  isHalfGood: HalfGood = () => false,
  onOld: (isOld: boolean) => void = () => undefined,
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
        if (isHere && answered) {
          onAnswer(answered.answer);
          onOld(mustAsk);
        }
      } catch (thrown) {
        if (isHere) onError?.(thrown);
      }
      isAsking = false;
      if (mustAsk) again();
    };
    const again = (): void => {
      mustAsk = true;
      onOld(true);
      if (isAsking || !isHere) return;
      // Held back until now: it has read nothing. While a load goes on, some of what it asks may be here.
      const wait = isHeldBack && farm.status().ready ? 0 : waitBefore[pace](performance.now() - askedAt);
      if (timer !== undefined && pace === 'live' && wait > 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => void look(), wait);
    };
    const stops = [farm.onRows(again), farm.onStatus(() => (isHeldBack ? again() : undefined))];
    onOld(true);
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
