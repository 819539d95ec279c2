import { useSyncExternalStore } from 'react';
import { applyTextSize, applyTheme, resolveTheme } from '../../ui/theme.ts';
import { allowVibration } from '../../ui/vibration.ts';
import { type DeviceChoice, deviceChoice } from '../../store/device-choice.ts';

const theme = deviceChoice('tema', ['auto', 'light', 'sol', 'dark']);
const textSize = deviceChoice('letra', ['normal', 'large', 'max']);
const vibration = deviceChoice('vibracion', ['on', 'off']);
const letterKeys = deviceChoice('atajos', ['on', 'off']);

/** Dresses the page for the person's choices and the hour, and tells it whether it may shake the hand. */
export function dress(): void {
  const prefers = (query: string): boolean => window.matchMedia(query).matches;
  const situation = {
    prefersDark: prefers('(prefers-color-scheme: dark)'),
    prefersMoreContrast: prefers('(prefers-contrast: more)'),
    hour: new Date().getHours(),
  };
  applyTheme(resolveTheme(theme.current(), situation), document);
  applyTextSize(textSize.current(), document);
  allowVibration(vibration.current() === 'on');
}

interface Chosen<Value> {
  readonly choice: Value;
  readonly choose: (choice: Value) => void;
}

function useChoice<Value extends string>(kept: DeviceChoice<Value>): Chosen<Value> {
  return {
    choice: useSyncExternalStore(kept.subscribe, kept.current),
    choose: (next) => {
      kept.keep(next);
      dress();
    },
  };
}

function useSwitch(kept: DeviceChoice<'on' | 'off'>): Chosen<boolean> {
  const { choice, choose } = useChoice(kept);
  return { choice: choice === 'on', choose: (isOn) => choose(isOn ? 'on' : 'off') };
}

/** The person's choice of theme on this device. */
export const useTheme = () => useChoice(theme);

/** The size of the letters on this device. */
export const useTextSize = () => useChoice(textSize);

/** Whether this device may shake when something is saved or touched. */
export const useVibration = (): Chosen<boolean> => useSwitch(vibration);

/** Whether a key alone (N, /) does something on this device. */
export const useLetterKeys = (): Chosen<boolean> => useSwitch(letterKeys);
