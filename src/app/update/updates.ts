import { Workbox } from 'workbox-window';
import { isBusy, onIdle } from './busy.ts';

const askAgainAfterMs = 60 * 60_000;

export interface Updates {
  /** Whether a newer version waits for a word. */
  readonly isReady: () => boolean;
  /** Whether every screen is kept for opening without signal. */
  readonly isOffline: () => boolean;
  /** Whether none is, and none will be: the service worker was called back (trust.md row 151). */
  readonly isCalledBack: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Lets the newer version take over; a tab with unsaved input reloads when it is done. */
  readonly apply: () => void;
  /** Looks for the newer version that the server asks for, and lets it take over as soon as it is here. */
  readonly bring: () => void;
}

/**
 * Registers the service worker and handles its updates (ux.md §2.3): never over a form or in the middle of a sending. Every tab listens for
 * the takeover, or it would run old code over new files.
 */
export function startUpdates(canReload: () => boolean): Updates {
  const { tell, subscribe } = hearers();
  let [ready, mustReload, isAwaited] = [false, false, false];
  let screens: 'kept' | 'none' | 'unknown' = 'unknown';
  const reloadIfFree = (): void => {
    // What lies over the screen is somebody's work, half-typed or just being read (ux.md §2.3).
    const isFree = !isBusy() && document.querySelector('dialog[open]') === null && canReload();
    if (mustReload && isFree) window.location.reload();
  };
  let apply = (): void => undefined;
  // Where no service worker keeps the app, the newer version is one load away.
  let look = (): void => window.location.reload();
  if ('serviceWorker' in navigator && import.meta.env.PROD) {
    const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
    workbox.addEventListener('waiting', () => {
      ready = true;
      tell();
      if (isAwaited) apply();
    });
    const lookForScreens = async (): Promise<void> => {
      screens = await screensHere();
      tell();
      // It goes by itself; but a page that came meanwhile has asked for it again, and kept it so.
      if (screens === 'none') await (await navigator.serviceWorker.getRegistration())?.unregister();
    };
    whenHandsChange(() => {
      mustReload = true;
      void lookForScreens();
      reloadIfFree();
    });
    void navigator.serviceWorker.ready.then(lookForScreens);
    apply = () => workbox.messageSkipWaiting();
    look = () => void workbox.update();
    void workbox.register();
    checkWhenSeen(workbox);
    onIdle(reloadIfFree);
    setInterval(reloadIfFree, 5_000);
  }
  return {
    isReady: () => ready,
    isOffline: () => screens === 'kept',
    isCalledBack: () => screens === 'none',
    subscribe,
    apply: () => apply(),
    bring: () => {
      isAwaited = true;
      if (ready) apply();
      else look();
    },
  };
}

/** Whether the screens lie here once a service worker stands. One that takes the place of another that was called back keeps none. */
const screensHere = (): Promise<'kept' | 'none' | 'unknown'> =>
  caches.keys().then(
    (names) => (names.some((name) => name.startsWith('workbox-precache')) ? 'kept' : 'none'),
    () => 'unknown',
  );

/** Whoever wants to be told. */
function hearers() {
  const listeners = new Set<() => void>();
  return {
    tell: (): void => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Told when a newer version takes over this page, whichever tab agreed. The first version that takes a page is no update. */
function whenHandsChange(tell: () => void): void {
  let hadOne = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadOne) tell();
    hadOne = true;
  });
}

/** Looks for a newer version when the person comes back to the page, once an hour at most. */
function checkWhenSeen(workbox: Workbox): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < askAgainAfterMs) return;
    last = Date.now();
    void workbox.update();
  });
}
