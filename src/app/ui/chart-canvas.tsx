import { useEffect, useRef } from 'react';
import { drawChart } from './chart-drawing.ts';
import { type Frame, frameOf, placeAt } from './chart-frame.ts';
import { type Ink, inkOf, onInkChange } from './chart-ink.ts';
import type { Plot } from './chart-shapes.ts';
import styles from './chart.module.css';

interface Acts {
  /** Null when none is pointed at. */
  readonly onIndex: (index: number | null) => void;
  readonly onPick: (index: number) => void;
}

interface ChartCanvasProps extends Pick<Acts, 'onIndex'> {
  readonly plot: Plot;
  readonly onPick: Acts['onPick'] | undefined;
}

const lowest = 200;
const highest = 280;
const shape = 0.5;

const heightFor = (width: number): number => Math.round(Math.min(highest, Math.max(lowest, width * shape)));

/** Draws anew for another width or theme, or for paper. Gives what ends it. */
function showChart(canvas: HTMLCanvasElement, box: HTMLElement, plot: Plot, { onIndex, onPick }: Acts): () => void {
  const context = canvas.getContext('2d');
  if (!context) return () => undefined;
  let drawn: { readonly plot: Plot; readonly ink: Ink; readonly frame: Frame } | null = null;
  let pointed: number | null = null;
  const layOut = (isPaper: boolean): void => {
    const width = Math.floor(box.clientWidth);
    if (width === 0) return;
    const height = heightFor(width);
    const ratio = window.devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
    context.scale(ratio, ratio);
    const ink = inkOf(document.documentElement, isPaper);
    drawn = { plot, ink, frame: frameOf(plot, ink, { width, height }, context) };
    drawChart(context, drawn, pointed);
  };
  const point = (index: number | null): void => {
    if (index === pointed || !drawn) return;
    pointed = index;
    drawChart(context, drawn, pointed);
    onIndex(index);
  };
  const placeUnder = ({ offsetX, offsetY }: MouseEvent): number | null =>
    drawn && placeAt(drawn.frame, offsetX, offsetY);
  canvas.onmousemove = (event) => point(placeUnder(event));
  canvas.onmouseleave = () => point(null);
  canvas.onclick = (event) => {
    const index = placeUnder(event);
    if (index !== null) onPick(index);
  };
  let width = 0;
  const watcher = new ResizeObserver(() => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    layOut(false);
  });
  watcher.observe(box);
  const endInk = onInkChange(document.documentElement, layOut);
  return () => {
    watcher.disconnect();
    endInk();
    canvas.onmousemove = canvas.onmouseleave = canvas.onclick = null;
  };
}

/** The drawing, loaded once a chart comes into sight. */
export const ChartCanvas = ({ plot, onIndex, onPick }: ChartCanvasProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    const { current } = canvas;
    if (!current?.parentElement) return undefined;
    return showChart(current, current.parentElement, plot, { onIndex, onPick: (index) => pick.current?.(index) });
  }, [plot, onIndex]);
  return (
    <div aria-hidden>
      <canvas ref={canvas} className={styles.canvas} />
    </div>
  );
};
