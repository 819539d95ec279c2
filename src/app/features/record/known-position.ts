import { useEffect, useState } from 'react';

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const freshForMs = 15 * 60_000;
/** A later list would shift under the thumb. */
const waitMs = 300;

const found = (): Promise<Position> =>
  new Promise((resolve, reject) => {
    // Timeout 0: a cached position or none.
    const how = { maximumAge: freshForMs, timeout: 0 };
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, how);
  });

/** The cached position; null if unknown or not allowed. Never prompts (ux.md §1.2, Maps). */
async function known(): Promise<Position | null> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return state === 'granted' ? await found() : null;
  } catch {
    // Older phones cannot tell the permission, and there may be no cached position.
    return null;
  }
}

/** The cached position; undefined for the moment it takes. */
export function useKnownPosition(isWanted: boolean): Position | null | undefined {
  const [position, setPosition] = useState<Position | null | undefined>(isWanted ? undefined : null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    // First answer wins: reordering the list under the thumb picks the wrong lot.
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
