import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { vibrate } from '#ui/vibration.ts';

const holdMs = 450;
const slipPx = 10;
const vibrateMs = 15;

interface Hold {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: (event: MouseEvent) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
}

/** Long press on something that also takes taps. Swallows the click after the hold. */
export function useHold(act: () => void): Hold {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const held = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: (event) => {
      held.current = false;
      stop();
      if (event.button !== 0) return;
      start.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        held.current = true;
        vibrate(vibrateMs);
        act();
      }, holdMs);
    },
    onPointerMove: (event) => {
      const { x, y } = start.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > slipPx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // Touch: a held link opens the browser's menu; a mouse has a button for it.
    onContextMenu: (event) => {
      if (held.current) event.preventDefault();
    },
    onClickCapture: (event) => {
      if (!held.current) return;
      held.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
