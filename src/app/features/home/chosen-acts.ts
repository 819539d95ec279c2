import { useSyncExternalStore } from 'react';
import { forgivingKeys } from '../../store/keys.ts';

/** Buttons are chosen for the device: it lies in one pocket. They say nothing of a farm. */
const key = 'botones';
const listeners = new Set<() => void>();
/** What a phone without room could not write: it holds until the app is closed. */
let unwritten: string | null = null;

const current = (): string => unwritten ?? localStorage.getItem(key) ?? '';
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Keeps which buttons Inicio shows; none: the usual ones. */
export function keepChosenActs(ids: readonly string[]): void {
  const text = ids.join(' ');
  const keys = forgivingKeys(localStorage);
  if (text === '') keys.removeItem(key);
  else keys.setItem(key, text);
  unwritten = (localStorage.getItem(key) ?? '') === text ? null : text;
  for (const listener of listeners) listener();
}

/** The ids of the buttons that were chosen on this device; null where nobody chose. */
export function useChosenActs(): readonly string[] | null {
  const text = useSyncExternalStore(subscribe, current);
  return text === '' ? null : text.split(' ');
}
