import { useSyncExternalStore } from 'react';

/** What this device does with a number on the icon: nothing, asks for permission first, was told no, shows it, or refuses. */
export type IconBadge = 'unsupported' | 'ask' | 'denied' | 'shown' | 'refused';

const listeners = new Set<() => void>();
let wanted = 0;
let isRefused = false;

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Apple's browsers take the number from anybody, and show it only where notifications are allowed (ux.md §2.6, 9). */
const isApple = (): boolean => navigator.vendor.startsWith('Apple');

function iconBadge(): IconBadge {
  if (!('setAppBadge' in navigator)) return 'unsupported';
  if ((isApple() || isRefused) && 'Notification' in globalThis) {
    if (Notification.permission === 'default') return 'ask';
    if (Notification.permission === 'denied') return 'denied';
  }
  return isRefused ? 'refused' : 'shown';
}

async function put(): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  const before = isRefused;
  try {
    await (wanted > 0 ? navigator.setAppBadge(wanted) : navigator.clearAppBadge());
    isRefused = false;
  } catch {
    // The number is a comfort: whatever a browser has against it is told in Configuración, and stops nothing.
    isRefused = true;
  }
  if (isRefused !== before) tell();
}

/** The number on the icon of the installed app, none at 0. It stays there when the app is closed. Never throws, never asks. */
export function showOnIcon(count: number): void {
  wanted = count;
  void put();
}

/** Asks the person, which a browser allows only in answer to a touch. Gives whether the number may be shown now. */
async function askForIcon(): Promise<boolean> {
  try {
    await Notification.requestPermission();
  } catch {
    // As if the question had been closed: the person is told that nothing has changed.
    return false;
  } finally {
    tell();
  }
  await put();
  return iconBadge() === 'shown';
}

/** Permission is given and taken in the device's own settings, while the app is away. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** What the device does with the number, and the question. */
export function useIconBadge(): { readonly badge: IconBadge; readonly ask: () => Promise<boolean> } {
  return { badge: useSyncExternalStore(subscribe, iconBadge), ask: askForIcon };
}
