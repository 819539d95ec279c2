import { useEffect, useState } from 'react';

export interface StorageFacts {
  /** Persistent storage was granted. */
  readonly isProtected: boolean | null;
  readonly usedMb: number | null;
}

async function look(): Promise<StorageFacts> {
  if (!('storage' in navigator)) return { isProtected: null, usedMb: null };
  const isProtected = (await navigator.storage.persisted?.()) ?? null;
  const usage = (await navigator.storage.estimate?.())?.usage;
  return { isProtected, usedMb: usage === undefined ? null : usage / 1_000_000 };
}

/** Storage usage and persistence as the browser reports them. */
export function useStorageFacts(): { readonly facts: StorageFacts; readonly protect: () => Promise<void> } {
  const [facts, setFacts] = useState<StorageFacts>({ isProtected: null, usedMb: null });
  useEffect(() => {
    let isHere = true;
    void look().then((seen) => {
      if (isHere) setFacts(seen);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return {
    facts,
    protect: async () => {
      await navigator.storage?.persist?.();
      setFacts(await look());
    },
  };
}
