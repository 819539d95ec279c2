import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PinLock, PinState } from '#session/pin-lock.ts';

const open: PinState = { isSet: false, isLocked: false, triesLeft: 0 };

/** Without a provider: keeps nothing. */
const none: PinLock = {
  state: () => open,
  subscribe: () => () => undefined,
  canBeSet: () => true,
  set: () => Promise.resolve(),
  remove: () => undefined,
  enter: () => Promise.resolve(false),
};

export const PinLockContext = createContext<PinLock>(none);

/** This device's PIN lock and its state. */
export function usePinLock(): { readonly lock: PinLock; readonly state: PinState } {
  const lock = useContext(PinLockContext);
  return { lock, state: useSyncExternalStore(lock.subscribe, lock.state) };
}
