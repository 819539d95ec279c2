import { forgivingKeys } from '../../store/keys.ts';

/** One thing that a person chose for this device, whoever is signed in on it. */
export interface DeviceChoice<Value extends string> {
  readonly current: () => Value;
  readonly keep: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * A choice kept in the browser's keys, which are read before the first paint. `values` begins with what holds until somebody chooses; a
 * word of another version is read as that.
 */
export function deviceChoice<const Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): DeviceChoice<Value> {
  const listeners = new Set<() => void>();
  /** What a phone without room could not write: it holds until the app is closed. */
  let unwritten: Value | null = null;
  return {
    current: () => {
      const kept = localStorage.getItem(key);
      return unwritten ?? values.find((value) => value === kept) ?? values[0];
    },
    keep: (value) => {
      forgivingKeys(localStorage).setItem(key, value);
      unwritten = localStorage.getItem(key) === value ? null : value;
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
