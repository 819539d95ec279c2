import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Updates } from '#update/updates.ts';

const UpdatesContext = createContext<Updates | null>(null);

export const UpdatesProvider = ({ updates, children }: { readonly updates: Updates; readonly children: ReactNode }) => (
  <UpdatesContext value={updates}>{children}</UpdatesContext>
);

/** App updates: whether one is ready, whether the screens are cached, and how to apply it. */
export function useUpdates(): Pick<Updates, 'apply' | 'bring'> & {
  readonly isReady: boolean;
  readonly isOffline: boolean;
  readonly isCalledBack: boolean;
  readonly isLooking: boolean;
} {
  const updates = useContext(UpdatesContext);
  if (!updates) throw new Error('useUpdates outside UpdatesProvider');
  return {
    isReady: useSyncExternalStore(updates.subscribe, updates.isReady),
    isOffline: useSyncExternalStore(updates.subscribe, updates.isOffline),
    isCalledBack: useSyncExternalStore(updates.subscribe, updates.isCalledBack),
    isLooking: useSyncExternalStore(updates.subscribe, updates.isLooking),
    apply: updates.apply,
    bring: updates.bring,
  };
}
