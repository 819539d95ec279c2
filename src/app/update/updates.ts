import { createListeners } from '#domain/listeners.ts';
import { Workbox } from 'workbox-window';
import { isBusy, onIdle } from './busy.ts';

const askAgainAfterMs = 60 * 60_000;

export interface Updates {
  /** A newer version waits. */
  readonly isReady: () => boolean;
  /** Every screen is cached. */
  readonly isOffline: () => boolean;
  /** The service worker was called back (trust.md row 151). */
  readonly isCalledBack: () => boolean;
  /** A start on a service worker, until it is known which of both holds. */
  readonly isLooking: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Activates the newer version; tabs with unsaved input reload when they are done. */
  readonly apply: () => void;
  /** Looks for the version the server asks for and applies it. */
  readonly bring: () => void;
}

/**
 * Registers the service worker and handles updates (ux.md §2.3): never over a form or while sending. Every tab listens, or it would run old
 * code over new files.
 */
export function startUpdates(canReload: () => boolean): Updates {
  const { tell, subscribe } = createListeners();
  let [ready, mustReload, isAwaited] = [false, false, false];
  let screens: 'kept' | 'none' | 'unknown' | 'asked' = 'unknown';
  const reloadIfFree = (): void => {
    // What lies over the screen is somebody's work (ux.md §2.3).
    const isFree = !isBusy() && document.querySelector('dialog[open]') === null && canReload();
    if (mustReload && isFree) window.location.reload();
  };
  let apply = (): void => undefined;
  // Without a service worker a reload brings it.
  let look = (): void => window.location.reload();
  if ('serviceWorker' in navigator && import.meta.env.PROD) {
    const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
    whenOneWaits(() => {
      ready = true;
      tell();
      if (isAwaited) apply();
    });
    const lookForScreens = async (): Promise<void> => {
      screens = await screensHere();
      tell();
      // It unregisters itself; but a page that came meanwhile has registered it again.
      if (screens === 'none') await (await navigator.serviceWorker.getRegistration())?.unregister();
    };
    whenHandsChange(() => {
      mustReload = true;
      void lookForScreens();
      reloadIfFree();
    });
    if (navigator.serviceWorker.controller) screens = 'asked';
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
    isLooking: () => screens === 'asked',
    subscribe,
    apply: () => apply(),
    bring: () => {
      isAwaited = true;
      if (ready) apply();
      else look();
    },
  };
}

/** A service worker that replaces one called back caches none. */
const screensHere = (): Promise<'kept' | 'none' | 'unknown'> =>
  caches.keys().then(
    (names) => (names.some((name) => name.startsWith('workbox-precache')) ? 'kept' : 'none'),
    () => 'unknown',
  );

/** The first version that takes a page is no update. One that took it before the app came was heard by the document's own script. */
function whenHandsChange(tell: () => void): void {
  if (document.documentElement.dataset.worker === 'new') tell();
  let hadOne = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadOne) tell();
    hadOne = true;
  });
}

/**
 * By the registration itself: workbox-window tells of a page's first newer versions alone, and where one of those failed to come in, of none that
 * comes after.
 */
function whenOneWaits(tell: () => void): void {
  void navigator.serviceWorker.ready.then((registration) => {
    const look = (): void => {
      // One that is called back takes over by itself.
      if (registration.waiting) setTimeout(() => registration.waiting && tell(), 200);
    };
    const follow = (): void => registration.installing?.addEventListener('statechange', look);
    registration.addEventListener('updatefound', follow);
    // One may be on its way already: the browser looks for it as the page is called, before there is anybody to hear.
    follow();
    look();
  });
}

/** Checks when the page is seen again, hourly at most. */
function checkWhenSeen(workbox: Workbox): void {
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < askAgainAfterMs) return;
    last = Date.now();
    void workbox.update();
  });
}
