import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { inkOf, onInkChange, optionsOf, positionsOf } from './chart-options.ts';
import type { Plot } from './chart-shapes.ts';

interface ChartCanvasProps {
  readonly plot: Plot;
  /** Null when none is pointed at. */
  readonly onIndex: (index: number | null) => void;
  readonly onPick: ((index: number) => void) | undefined;
}

const lowest = 200;
const highest = 280;
const shape = 0.5;

const heightFor = (width: number): number => Math.round(Math.min(highest, Math.max(lowest, width * shape)));

/** The drawing, loaded with its library once a chart comes into sight. Redrawn for another width or theme, or for paper. */
export const ChartCanvas = ({ plot, onIndex, onPick }: ChartCanvasProps) => {
  const place = useRef<HTMLDivElement>(null);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let drawn: UPlot | null = null;
    let isPaper = false;
    const draw = (): void => {
      drawn?.destroy();
      const width = Math.floor(element.clientWidth);
      if (width === 0) return;
      const ink = inkOf(document.documentElement, isPaper);
      const figures = plot.series.map(({ values }) => [...values]);
      const options = optionsOf(plot, ink, { width, height: heightFor(width) }, onIndex);
      const now = new UPlot(options, [[...positionsOf(plot)], ...figures], element);
      now.over.addEventListener('click', (event) => pick.current?.(now.posToIdx(event.offsetX)));
      drawn = now;
    };
    let width = 0;
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      draw();
    });
    watcher.observe(element);
    const endInk = onInkChange(document.documentElement, (paper) => {
      isPaper = paper;
      draw();
    });
    return () => {
      watcher.disconnect();
      endInk();
      drawn?.destroy();
    };
  }, [plot, onIndex]);
  return <div ref={place} aria-hidden />;
};
