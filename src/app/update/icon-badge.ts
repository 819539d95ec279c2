import { createListeners } from '#domain/listeners.ts';
import { useSyncExternalStore } from 'react';

export type IconBadge = 'unsupported' | 'ask' | 'denied' | 'shown' | 'refused';

const changes = createListeners();
let wanted = 0;
let isRefused = false;

/** Apple's browsers accept the number but show it only with notifications allowed (ux.md §2.6, 9). */
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
    // A failed badge is told in Configuración and stops nothing.
    isRefused = true;
  }
  if (isRefused !== before) changes.tell();
}

/** Sets the app icon's badge, none at 0; it outlives the app. Never throws, never asks. */
export function showOnIcon(count: number): void {
  wanted = count;
  void put();
}

/** Needs a touch. Gives whether the badge shows now. */
async function askForIcon(): Promise<boolean> {
  try {
    await Notification.requestPermission();
  } catch {
    // As if the question was dismissed.
    return false;
  } finally {
    changes.tell();
  }
  await put();
  return iconBadge() === 'shown';
}

/** Permission is changed in the device's settings, while the app is away. */
function subscribe(listener: () => void): () => void {
  const end = changes.subscribe(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    end();
    document.removeEventListener('visibilitychange', listener);
  };
}

export function useIconBadge(): { readonly badge: IconBadge; readonly ask: () => Promise<boolean> } {
  return { badge: useSyncExternalStore(subscribe, iconBadge), ask: askForIcon };
}
