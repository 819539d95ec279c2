import { useEffect, useState } from 'react';

export interface StorageFacts {
  /** Whether the browser has promised to keep this app's data. */
  readonly isProtected: boolean | null;
  readonly usedMb: number | null;
}

/** What the browser says of this app's storage. */
export function useStorageFacts(): { readonly facts: StorageFacts; readonly protect: () => Promise<void> } {
  const [facts, setFacts] = useState<StorageFacts>({ isProtected: null, usedMb: null });
  const look = async (): Promise<void> => {
    if (!('storage' in navigator)) return;
    const isProtected = (await navigator.storage.persisted?.()) ?? null;
    const usage = (await navigator.storage.estimate?.())?.usage;
    setFacts({ isProtected, usedMb: usage === undefined ? null : usage / 1_000_000 });
  };
  useEffect(() => void look(), []);
  return {
    facts,
    protect: async () => {
      await navigator.storage?.persist?.();
      await look();
    },
  };
}
