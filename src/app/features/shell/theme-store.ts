import { useSyncExternalStore } from 'react';
import { applyTheme, resolveTheme, type ThemeChoice } from '../../ui/theme.ts';

const key = 'tema';
const listeners = new Set<() => void>();
const choices: readonly string[] = ['auto', 'light', 'sol', 'dark'];

const current = (): ThemeChoice => {
  const kept = localStorage.getItem(key);
  return kept !== null && choices.includes(kept) ? (kept as ThemeChoice) : 'auto';
};

/** Dresses the page for the person's choice and the hour. */
export function dress(): void {
  const prefers = (query: string): boolean => window.matchMedia(query).matches;
  const situation = {
    prefersDark: prefers('(prefers-color-scheme: dark)'),
    prefersMoreContrast: prefers('(prefers-contrast: more)'),
    hour: new Date().getHours(),
  };
  applyTheme(resolveTheme(current(), situation), document);
}

/** The person's choice of theme on this device. */
export function useTheme(): { readonly choice: ThemeChoice; readonly choose: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
  return {
    choice,
    choose: (next) => {
      localStorage.setItem(key, next);
      dress();
      for (const listener of listeners) listener();
    },
  };
}
