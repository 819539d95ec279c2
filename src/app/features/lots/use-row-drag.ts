import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Distance from the edge at which scrolling starts, and its speed. */
const edge = 90;
const pixelsAFrame = 14;

/** Row index at this window height. */
function rowAt(list: HTMLElement, count: number, clientY: number): number {
  const { top, height } = list.getBoundingClientRect();
  const row = Math.floor(((clientY - top) / height) * count);
  return Math.min(count - 1, Math.max(0, row));
}

/** The nearest scrollable ancestor, else the page. */
function scrollerOf(element: HTMLElement): Element {
  let parent = element.parentElement;
  while (parent) {
    const { overflowY } = getComputedStyle(parent);
    if ((overflowY === 'auto' || overflowY === 'scroll') && parent.scrollHeight > parent.clientHeight) return parent;
    parent = parent.parentElement;
  }
  return document.scrollingElement ?? document.documentElement;
}

interface DragOf {
  readonly scroller: Element;
  readonly from: number;
  readonly y: number;
  readonly placeAt: (clientY: number) => number;
  readonly onOver: (drag: Drag | null) => void;
  readonly onDrop: (from: number, to: number) => void;
}

/** Follows one pointer until released; returns a cancel function. */
function follow({ scroller, from, y: startY, placeAt, onOver, onDrop }: DragOf): () => void {
  let [y, to, frame] = [startY, from, 0];
  const look = (): void => {
    to = placeAt(y);
    onOver({ from, to });
  };
  const tick = (): void => {
    const by = y < edge ? -pixelsAFrame : y > window.innerHeight - edge ? pixelsAFrame : 0;
    if (by !== 0) {
      scroller.scrollTop += by;
      look();
    }
    frame = requestAnimationFrame(tick);
  };
  const listeners = new AbortController();
  const stop = (): void => {
    cancelAnimationFrame(frame);
    listeners.abort();
    onOver(null);
  };
  const { signal } = listeners;
  window.addEventListener(
    'pointermove',
    (event) => {
      y = event.clientY;
      look();
    },
    { signal },
  );
  window.addEventListener(
    'pointerup',
    () => {
      stop();
      onDrop(from, to);
    },
    { signal },
  );
  window.addEventListener('pointercancel', stop, { signal });
  window.addEventListener('keydown', (event) => event.key === 'Escape' && stop(), { signal });
  frame = requestAnimationFrame(tick);
  return stop;
}

/** Drags rows of equal height. Scrolls at the edges; Escape cancels. */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  count: number,
  onDrop: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  const start = useCallback(
    (from: number, pointer: PointerEvent<HTMLElement>): void => {
      const element = list.current;
      if (!element || pointer.button !== 0) return;
      end.current?.();
      end.current = follow({
        scroller: scrollerOf(element),
        from,
        y: pointer.clientY,
        placeAt: (y) => rowAt(element, count, y),
        // Same place: no new render.
        onOver: (over) => setDrag((before) => (before?.to === over?.to && before?.from === over?.from ? before : over)),
        onDrop,
      });
    },
    [list, count, onDrop],
  );
  return { drag, start };
}
