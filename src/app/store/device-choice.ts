import { forgivingKeys } from './keys.ts';

/** One thing that a person chose for this device, whoever is signed in on it. */
export interface DeviceChoice<Value extends string> {
  readonly current: () => Value;
  readonly keep: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A text kept in the browser's keys, which are read before the first paint; empty until somebody chooses. */
export function deviceText(key: string): DeviceChoice<string> {
  const listeners = new Set<() => void>();
  /** What a phone without room could not write: it holds until the app is closed. */
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

/**
 * The same for one of several words. `values` begins with what holds until somebody chooses; a word of another version is read as that.
 */
export function deviceChoice<const Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): DeviceChoice<Value> {
  const text = deviceText(key);
  return {
    ...text,
    current: () => {
      const kept = text.current();
      return values.find((value) => value === kept) ?? values[0];
    },
  };
}
