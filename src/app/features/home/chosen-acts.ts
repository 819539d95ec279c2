import { useSyncExternalStore } from 'react';
import { deviceText } from '#store/device-choice.ts';

/** Buttons are chosen for the device: it lies in one pocket. They say nothing of a farm. */
const chosen = deviceText('botones');

/** Keeps which buttons Inicio shows; none: the usual ones. */
export const keepChosenActs = (ids: readonly string[]): void => chosen.keep(ids.join(' '));

/** The ids of the buttons that were chosen on this device; null where nobody chose. */
export function useChosenActs(): readonly string[] | null {
  const text = useSyncExternalStore(chosen.subscribe, chosen.current);
  return text === '' ? null : text.split(' ');
}
