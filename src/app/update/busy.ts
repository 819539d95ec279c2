import { createListeners } from '#domain/listeners.ts';
import { useEffect } from 'react';

const busy = new Set<string>();
const idle = createListeners();

/** Whether a reload would disturb somebody (ux.md §2.3). */
export const isBusy = (): boolean => busy.size > 0;

/** Called when nobody is busy any more. */
export const onIdle = idle.subscribe;

function mark(key: string, isOn: boolean): void {
  const was = busy.size;
  if (isOn) busy.add(key);
  else busy.delete(key);
  if (was > 0 && busy.size === 0) idle.tell();
}

/** No update reloads while `isOn`. `key` names the form. */
export function useBusy(key: string, isOn: boolean): void {
  useEffect(() => {
    mark(key, isOn);
    return () => mark(key, false);
  }, [key, isOn]);
}
