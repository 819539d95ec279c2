import { type PointerEvent, useEffect, useRef } from 'react';

const holdMs = 450;
const repeatMs = 120;

interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerLeave: () => void;
  readonly onPointerCancel: () => void;
  readonly onContextMenu: (event: { preventDefault: () => void }) => void;
  readonly onClick: () => void;
}

/** Acts on click, and repeatedly while held. Clicks work with keyboards, switches and screen readers. */
export const useLongPress = (act: () => void): LongPress => {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const repeated = useRef(false);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });

  const stop = (): void => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
  };
  useEffect(() => stop, []);

  const repeat = (): void => {
    repeated.current = true;
    latest.current();
    timer.current = setTimeout(repeat, repeatMs);
  };

  return {
    onPointerDown: (event) => {
      repeated.current = false;
      stop();
      if (event.button === 0) timer.current = setTimeout(repeat, holdMs);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event) => event.preventDefault(),
    onClick: () => {
      stop();
      if (!repeated.current) latest.current();
      repeated.current = false;
    },
  };
};
