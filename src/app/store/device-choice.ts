import { chosenOf } from './choice-words.ts';
import { forgivingKeys } from './keys.ts';

export interface DeviceChoice<Value extends string> {
  readonly current: () => Value;
  readonly keep: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A text in localStorage, readable before the first paint; empty until chosen. */
export function deviceText(key: string): DeviceChoice<string> {
  const listeners = new Set<() => void>();
  /** What a full phone could not write: holds until the app closes. */
  let unwritten: string | null = null;
  const kept = (): string => localStorage.getItem(key) ?? '';
  return {
    current: () => unwritten ?? kept(),
    keep: (text) => {
      const keys = forgivingKeys(localStorage);
      if (text === '') keys.removeItem(key);
      else keys.setItem(key, text);
      unwritten = kept() === text ? null : text;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The same for one of several words (`chosenOf`). */
export function deviceChoice<const Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): DeviceChoice<Value> {
  const text = deviceText(key);
  return {
    ...text,
    current: () => chosenOf(values, text.current()),
  };
}
