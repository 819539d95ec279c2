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

/** One act when a finger rests on something that is pressed for another one. The press that follows the hold does nothing. */
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
    // A finger that rests on a link opens the browser's own menu over ours; a mouse has a button for it.
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
