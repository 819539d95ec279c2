import { useEffect } from 'react';

/**
 * Keeps the screen on: hands in the chute cannot wake a phone (ux.md §2.5). Browsers release the lock when hidden, so it is requested
 * again.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let isOpen = true;
    let held: WakeLockSentinel | null = null;
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        held = await navigator.wakeLock.request('screen');
        if (!isOpen) await held.release();
      } catch (refused) {
        if (!(refused instanceof DOMException)) throw refused;
      }
    };
    const onReturn = (): void => void hold();
    document.addEventListener('visibilitychange', onReturn);
    void hold();
    return () => {
      isOpen = false;
      document.removeEventListener('visibilitychange', onReturn);
      void held?.release();
    };
  }, []);
}
