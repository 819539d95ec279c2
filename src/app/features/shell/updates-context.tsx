import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Updates } from '#update/updates.ts';

const UpdatesContext = createContext<Updates | null>(null);

/** Puts the app's own updates within reach. */
export const UpdatesProvider = ({ updates, children }: { readonly updates: Updates; readonly children: ReactNode }) => (
  <UpdatesContext value={updates}>{children}</UpdatesContext>
);

/** Whether a newer version waits, whether every screen is kept for no signal, and the acts. */
export function useUpdates(): Pick<Updates, 'apply' | 'bring'> & {
  readonly isReady: boolean;
  readonly isOffline: boolean;
  readonly isCalledBack: boolean;
} {
  const updates = useContext(UpdatesContext);
  if (!updates) throw new Error('useUpdates outside UpdatesProvider');
  return {
    isReady: useSyncExternalStore(updates.subscribe, updates.isReady),
    isOffline: useSyncExternalStore(updates.subscribe, updates.isOffline),
    isCalledBack: useSyncExternalStore(updates.subscribe, updates.isCalledBack),
    apply: updates.apply,
    bring: updates.bring,
  };
}
