import { createListeners } from '#domain/listeners.ts';
import { useSyncExternalStore } from 'react';

/** Chromium's prompt, kept until the person asks for it. */
interface InstallEvent extends Event {
  readonly prompt: () => Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

export type InstallWay = 'installed' | 'prompt' | 'ios' | 'none';

const changes = createListeners();
/** It may have come before this code: the document's script keeps it. */
let kept = (window.installQuestion ?? null) as InstallEvent | null;
let isDone = false;

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  kept = event as InstallEvent;
  changes.tell();
});
window.addEventListener('appinstalled', () => {
  isDone = true;
  kept = null;
  changes.tell();
});

const isStandalone = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

const isIos = (): boolean => /iphone|ipad|ipod/i.test(navigator.userAgent);

const way = (): InstallWay => {
  if (isDone || isStandalone()) return 'installed';
  if (kept) return 'prompt';
  return isIos() ? 'ios' : 'none';
};

/** How the app can be installed here, and the prompt if the browser has one (ux.md §2.2). */
export function useInstall(): { readonly way: InstallWay; readonly install: () => Promise<boolean> } {
  const current = useSyncExternalStore(changes.subscribe, way);
  return {
    way: current,
    install: async () => {
      const event = kept;
      if (!event) return false;
      await event.prompt();
      return (await event.userChoice).outcome === 'accepted';
    },
  };
}
