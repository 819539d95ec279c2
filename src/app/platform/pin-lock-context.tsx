import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { PinLock, PinState } from '#session/pin-lock.ts';

const open: PinState = { isSet: false, isLocked: false, triesLeft: 0 };

/** Where nobody has put a lock: what is set there is kept nowhere. */
const none: PinLock = {
  state: () => open,
  subscribe: () => () => undefined,
  canBeSet: () => true,
  set: () => Promise.resolve(),
  remove: () => undefined,
  enter: () => Promise.resolve(false),
};

const PinLockContext = createContext<PinLock>(none);

/** Puts the lock of the screens within their reach. */
export const PinLockProvider = ({ lock, children }: { readonly lock: PinLock; readonly children: ReactNode }) => (
  <PinLockContext value={lock}>{children}</PinLockContext>
);

/** The PIN of whoever is in, on this device, and what is so of it now. */
export function usePinLock(): { readonly lock: PinLock; readonly state: PinState } {
  const lock = useContext(PinLockContext);
  return { lock, state: useSyncExternalStore(lock.subscribe, lock.state) };
}
