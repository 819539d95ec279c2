import { useEffect } from 'react';

const busy = new Set<string>();
const listeners = new Set<() => void>();

/** Whether somebody is in the middle of something that a reload would disturb (ux.md §2.3). */
export const isBusy = (): boolean => busy.size > 0;

/** Called when the last busy one is done. */
export function onIdle(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function mark(key: string, isOn: boolean): void {
  const was = busy.size;
  if (isOn) busy.add(key);
  else busy.delete(key);
  if (was > 0 && busy.size === 0) for (const listener of listeners) listener();
}

/** While `isOn`, the app is not updated under the person's hands. The key names the form. */
export function useBusy(key: string, isOn: boolean): void {
  useEffect(() => {
    mark(key, isOn);
    return () => mark(key, false);
  }, [key, isOn]);
}
