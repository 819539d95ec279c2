import { useEffect, useState } from 'react';

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const freshForMs = 15 * 60_000;
/** A list that waits longer would come late under the thumb. */
const waitMs = 300;

const found = (): Promise<Position> =>
  new Promise((resolve, reject) => {
    // No time at all: what the phone has already, or nothing.
    const how = { maximumAge: freshForMs, timeout: 0 };
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, how);
  });

/** Where the phone knows that it is; null where it does not, or may not be asked. The person is never asked for it (ux.md §1.2, Maps). */
async function known(): Promise<Position | null> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return state === 'granted' ? await found() : null;
  } catch {
    // Older phones cannot tell whether it was allowed, and one that was moved may have no place at hand: then no lot is near.
    return null;
  }
}

/** The phone's place, if it has one at hand; undefined for the moment that it takes to know. */
export function useKnownPosition(isWanted: boolean): Position | null | undefined {
  const [position, setPosition] = useState<Position | null | undefined>(isWanted ? undefined : null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    // The first answer stands: a list that is put in another order under the thumb picks the wrong lot.
    const settle = (next: Position | null): void => {
      if (isHere) setPosition((before) => (before === undefined ? next : before));
    };
    const timer = setTimeout(() => settle(null), waitMs);
    void known().then(settle);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [isWanted]);
  return position;
}
