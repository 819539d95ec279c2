import { useSyncExternalStore } from 'react';
import { deviceText } from '#store/device-choice.ts';

/** Per device, not per farm. */
const chosen = deviceText('botones');

/** None resets to the usual ones. */
export const keepChosenActs = (ids: readonly string[]): void => chosen.keep(ids.join(' '));

/** Null without a choice. */
export function useChosenActs(): readonly string[] | null {
  const text = useSyncExternalStore(chosen.subscribe, chosen.current);
  return text === '' ? null : text.split(' ');
}
