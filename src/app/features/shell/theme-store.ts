import { useSyncExternalStore } from 'react';
import { applyTextSize, applyTheme, resolveTheme, type TextSize, type ThemeChoice } from '../../ui/theme.ts';

const key = 'tema';
const sizeKey = 'letra';
const sizes: readonly string[] = ['normal', 'large', 'max'];
const listeners = new Set<() => void>();
const choices: readonly string[] = ['auto', 'light', 'sol', 'dark'];

const current = (): ThemeChoice => {
  const kept = localStorage.getItem(key);
  return kept !== null && choices.includes(kept) ? (kept as ThemeChoice) : 'auto';
};

const currentSize = (): TextSize => {
  const kept = localStorage.getItem(sizeKey);
  return kept !== null && sizes.includes(kept) ? (kept as TextSize) : 'normal';
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Dresses the page for the person's choices and the hour. */
export function dress(): void {
  const prefers = (query: string): boolean => window.matchMedia(query).matches;
  const situation = {
    prefersDark: prefers('(prefers-color-scheme: dark)'),
    prefersMoreContrast: prefers('(prefers-contrast: more)'),
    hour: new Date().getHours(),
  };
  applyTheme(resolveTheme(current(), situation), document);
  applyTextSize(currentSize(), document);
}

/** The person's choice of theme on this device. */
export function useTheme(): { readonly choice: ThemeChoice; readonly choose: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(subscribe, current);
  return {
    choice,
    choose: (next) => {
      localStorage.setItem(key, next);
      dress();
      for (const listener of listeners) listener();
    },
  };
}

/** The size of the letters on this device. */
export function useTextSize(): { readonly size: TextSize; readonly choose: (size: TextSize) => void } {
  const size = useSyncExternalStore(subscribe, currentSize);
  return {
    size,
    choose: (next) => {
      localStorage.setItem(sizeKey, next);
      dress();
      for (const listener of listeners) listener();
    },
  };
}
