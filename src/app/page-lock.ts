import { clock } from './device.ts';
import { openPinLock, type PinLock } from './session/pin-lock.ts';
import type { Session } from './session/session.ts';
import { forgivingKeys } from './store/keys.ts';

/** This page's PIN lock. */
export const openPageLock = (session: Session): PinLock =>
  openPinLock({
    session,
    keys: forgivingKeys(localStorage),
    tabKeys: forgivingKeys(sessionStorage),
    now: clock.now,
    onHidden: (listener) =>
      document.addEventListener('visibilitychange', () => listener(document.visibilityState === 'hidden')),
  });
