import { useSyncExternalStore } from 'react';
import { allowVibration } from '#ui/vibration.ts';
import { type DeviceChoice, deviceChoice } from '#store/device-choice.ts';
import { dress as dressPage, textSizeKept, themeKept } from './dress.ts';

const themeChoice = deviceChoice(...themeKept);
const textSizeChoice = deviceChoice(...textSizeKept);
const vibration = deviceChoice('vibracion', ['on', 'off']);
const letterKeys = deviceChoice('atajos', ['on', 'off']);

/** Applies theme, text size and vibration. */
export function dress(): void {
  dressPage({ theme: themeChoice.current(), textSize: textSizeChoice.current() });
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

export const useTheme = () => useChoice(themeChoice);

export const useTextSize = () => useChoice(textSizeChoice);

export const useVibration = (): Chosen<boolean> => useSwitch(vibration);

/** Single-key shortcuts (N, /) on this device. */
export const useLetterKeys = (): Chosen<boolean> => useSwitch(letterKeys);
