import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Farm, FarmViews, SyncStatus } from '../sync/farm.ts';

const FarmContext = createContext<Farm | null>(null);

/** Puts the selected farm within reach of every screen. */
export const FarmProvider = ({ farm, children }: { readonly farm: Farm; readonly children: ReactNode }) => (
  <FarmContext value={farm}>{children}</FarmContext>
);

/** The selected farm. Throws where no farm is selected: those screens do not ask. */
export function useFarm(): Farm {
  const farm = useContext(FarmContext);
  if (!farm) throw new Error('useFarm outside FarmProvider');
  return farm;
}

/** What the chip may say now. */
export function useFarmStatus(): SyncStatus {
  const farm = useFarm();
  return useSyncExternalStore(farm.onStatus, farm.status);
}

/** An answer from this device that follows every change; undefined until the first one is there. */
export function useLive<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  return useLiveQuery(() => ask(farm.views), [farm, ...deps]);
}

/** How long nothing may have changed before a dear answer is made anew. */
const calmMs = 1_500;

/**
 * An answer that is dear to make (a year of the herd, a season of treatments): asked anew only once changes have come to rest. A live one
 * would be made again at every save and at every step of a sending, and hold up the saves themselves.
 */
export function useCalm<T>(ask: (views: FarmViews) => Promise<T>, deps: readonly unknown[] = []): T | undefined {
  const farm = useFarm();
  const [answer, setAnswer] = useState<{ readonly to: string; readonly value: T } | null>(null);
  const to = JSON.stringify(deps);
  const asking = useRef(ask);
  useEffect(() => {
    asking.current = ask;
  });
  useEffect(() => {
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      asking.current(farm.views).then(
        (value) => {
          if (isHere) setAnswer({ to, value });
        },
        (thrown: unknown) => {
          // The screen's own boundary says what a broken disk means.
          if (isHere)
            setAnswer(() => {
              throw thrown;
            });
        },
      );
    };
    look();
    const stop = farm.onStatus(() => {
      clearTimeout(timer);
      timer = setTimeout(look, calmMs);
    });
    return () => {
      isHere = false;
      clearTimeout(timer);
      stop();
    };
  }, [farm, to]);
  return answer?.to === to ? answer.value : undefined;
}
