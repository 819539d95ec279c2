import { air, type Frame } from './chart-frame.ts';
import type { Ink } from './chart-ink.ts';
import { type ChartSeries, isBar, type Plot } from './chart-shapes.ts';

interface Drawn {
  readonly plot: Plot;
  readonly ink: Ink;
  readonly frame: Frame;
}

const dashes = [[], [8, 5], [2, 4], [10, 4, 2, 4]] as const;
/** A narrower bar has no room for its figure (ux.md §4.6). */
const narrowestWithFigure = 12;
const pointRadius = 4.5;

/** Draws a plot, and what is pointed at in it, where nothing was drawn before or another one was. */
export function drawChart(context: CanvasRenderingContext2D, drawn: Drawn, pointed: number | null): void {
  const { plot, ink, frame } = drawn;
  context.clearRect(0, 0, frame.width, frame.height);
  context.font = ink.font;
  drawScales(context, drawn);
  for (const one of plot.series) {
    context.strokeStyle = context.fillStyle = ink.of(one.ink);
    if (isBar(one)) drawBars(context, one, drawn);
    else drawLine(context, one, drawn);
  }
  drawFigures(context, drawn);
  drawNames(context, drawn);
  if (pointed !== null) drawPointed(context, drawn, pointed);
}

/** Lines at round figures, and what each place is called. */
function drawScales(context: CanvasRenderingContext2D, { plot, ink, frame }: Drawn): void {
  context.lineWidth = 1;
  context.strokeStyle = ink.grid;
  context.fillStyle = ink.axis;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const figure of frame.figures) {
    // On whole pixels, or the line is two pale ones.
    const top = Math.round(frame.topOf(figure)) + 0.5;
    context.beginPath();
    context.moveTo(frame.left, top);
    context.lineTo(frame.right, top);
    context.stroke();
    context.fillText(plot.format(figure), frame.left - air, top);
  }
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const index of frame.named) {
    context.fillText(plot.places[index] ?? '', frame.lefts[index] ?? 0, frame.bottom + air / 2);
  }
}

/** Whole bars stand at the right of their place, outlines at its left. */
function drawBars(context: CanvasRenderingContext2D, { values, shape }: ChartSeries, { ink, frame }: Drawn): void {
  const zero = Math.round(frame.topOf(0));
  const wide = Math.round(frame.bar);
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const left = Math.round(frame.lefts[index] ?? 0);
    const top = Math.round(frame.topOf(value));
    if (shape === 'bars') {
      context.fillRect(left, top, wide, zero - top);
      continue;
    }
    context.lineWidth = ink.lineWidth;
    const half = ink.lineWidth / 2;
    context.strokeRect(left - wide + half, top + half, wide - ink.lineWidth, Math.max(0, zero - top - half));
  }
}

/** What is unknown is passed over. */
function drawLine(context: CanvasRenderingContext2D, one: ChartSeries, { ink, frame }: Drawn): void {
  const points = one.values.flatMap((value, index) =>
    value === null ? [] : [[frame.lefts[index] ?? 0, frame.topOf(value)] as const],
  );
  context.save();
  context.lineWidth = ink.lineWidth + (one.bold && one.shape !== 'limit' ? 1 : 0);
  context.setLineDash([...dashes[one.dash ?? 0]]);
  context.beginPath();
  for (const [index, [x, y]] of points.entries()) {
    // A step holds its figure until the next place.
    if (one.shape === 'step') context.lineTo(x, points[index - 1]?.[1] ?? y);
    context.lineTo(x, y);
  }
  context.stroke();
  context.restore();
  if (one.shape === 'points') for (const [x, y] of points) drawPoint(context, x, y);
}

function drawPoint(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.arc(x, y, pointRadius, 0, 2 * Math.PI);
  context.fill();
}

/** Figures over `bars`, if there is room. */
function drawFigures(context: CanvasRenderingContext2D, { plot, ink, frame }: Drawn): void {
  if (frame.bar < narrowestWithFigure) return;
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  context.lineWidth = 4;
  context.strokeStyle = ink.paper;
  context.fillStyle = ink.text;
  for (const { values } of plot.series.filter(({ shape }) => shape === 'bars')) {
    for (const [index, value] of values.entries()) {
      if (value === null || value === 0) continue;
      const at = [(frame.lefts[index] ?? 0) + frame.bar / 2, frame.topOf(value) - 3] as const;
      context.strokeText(plot.format(value), ...at);
      context.fillText(plot.format(value), ...at);
    }
  }
}

/** Names lines at their ends instead of a legend; colliding names move apart. */
function drawNames(context: CanvasRenderingContext2D, { plot, ink, frame }: Drawn): void {
  const ends = plot.series
    .filter((one) => !isBar(one))
    .flatMap((one) => {
      const at = one.values.findLastIndex((value) => value !== null);
      const value = one.values[at];
      return value === null || value === undefined ? [] : [{ one, top: frame.topOf(value), at }];
    })
    .toSorted((a, b) => a.top - b.top);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  let free = -Infinity;
  for (const { one, top, at } of ends) {
    const y = Math.max(top, free);
    free = y + ink.letter * 1.2;
    context.fillStyle = ink.of(one.ink);
    context.fillText(one.label, (frame.lefts[at] ?? 0) + air, y, frame.nameRoom);
  }
}

/** A line through the place, and a point on each line there. */
function drawPointed(context: CanvasRenderingContext2D, { plot, ink, frame }: Drawn, index: number): void {
  const x = frame.lefts[index] ?? 0;
  context.save();
  context.lineWidth = 1;
  context.strokeStyle = ink.axis;
  context.setLineDash([4, 4]);
  context.beginPath();
  context.moveTo(x, frame.top);
  context.lineTo(x, frame.bottom);
  context.stroke();
  context.restore();
  for (const one of plot.series.filter((each) => !isBar(each))) {
    const value = one.values[index];
    if (value === null || value === undefined) continue;
    context.fillStyle = ink.of(one.ink);
    drawPoint(context, x, frame.topOf(value));
  }
}
