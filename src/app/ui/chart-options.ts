import UPlot from 'uplot';
import type { ChartSeries, Plot } from './chart-shapes.ts';

const dashes = [[], [8, 5], [2, 4], [10, 4, 2, 4]] as const;
const barShare = 0.42;
const widestBar = 36;
/** A narrower bar has no room for its figure (ux.md §4.6). */
const narrowestWithFigure = 12;
const halfPlace = 0.6;
const air = 8;
const longestEndLabel = 130;
/** Share of a phone's width for line names; longer ones are condensed. */
const endLabelShare = 0.3;

const isBar = ({ shape }: ChartSeries): boolean => shape === 'bars' || shape === 'outline';

/** X values of a plot. */
export const positionsOf = ({ places, positions }: Plot): readonly number[] =>
  positions ?? places.map((_place, index) => index);

function widthOf(words: readonly string[], ink: Ink): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = ink.font;
  return Math.ceil(words.reduce((most, word) => Math.max(most, context.measureText(word).width), 0));
}

function seriesOf(one: ChartSeries, ink: Ink): UPlot.Series {
  const stroke = ink.of(one.ink);
  const width = ink.lineWidth + (one.bold ? 1 : 0);
  if (isBar(one)) {
    const isWhole = one.shape === 'bars';
    const paths = UPlot.paths.bars?.({ align: isWhole ? 1 : -1, size: [barShare, widestBar] });
    return {
      stroke,
      width: isWhole ? 0 : ink.lineWidth,
      ...(isWhole && { fill: stroke }),
      ...(paths && { paths }),
      points: { show: false },
    };
  }
  const stepped = one.shape === 'step' ? UPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    stroke,
    width: one.shape === 'limit' ? ink.lineWidth : width,
    dash: [...dashes[one.dash ?? 0]],
    spanGaps: true,
    ...(stepped && { paths: stepped }),
    points: { show: one.shape === 'points', size: 9, fill: stroke },
  };
}

const upright = (figure: number): number => (Number.isFinite(figure) ? figure : 0);

/** Y range with padding, from zero unless something is below. */
function heights({ series, fromZero }: Plot): readonly [number, number] {
  const figures = series.flatMap(({ values }) => values.filter((value): value is number => value !== null));
  const most = upright(Math.max(...figures));
  const least = upright(Math.min(...figures));
  const space = Math.max((most - (fromZero ? 0 : least)) * 0.12, most === 0 ? 1 : Math.abs(most) * 0.01);
  const below = fromZero || least - space < 0 ? Math.min(0, least) : least - space;
  return [below, most + space];
}

/** X labels: as many as fit, including the last. */
export function placeSplits(self: Pick<UPlot, 'bbox'>, plot: Plot, widest: number): number[] {
  const positions = positionsOf(plot);
  const space = self.bbox.width / (window.devicePixelRatio || 1);
  const atMost = Math.max(1, Math.floor(space / (widest + air)));
  if (positions.length <= atMost) return [...positions];
  if (plot.positions === undefined) {
    const every = Math.ceil(positions.length / atMost);
    // A year begins with its first month; a line ends today.
    const start = plot.series.some(isBar) ? 0 : (positions.length - 1) % every;
    return positions.filter((_position, index) => index % every === start);
  }
  // Uneven places: the first, the last, and those far enough from the one before.
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  const apart = (last - first) / atMost;
  const taken: number[] = [];
  for (const position of positions) {
    const isFar = taken.length === 0 || position - (taken.at(-1) ?? 0) >= apart;
    if (isFar && last - position >= apart) taken.push(position);
  }
  return [...taken, last];
}

/** Steps of a scale, of 1, 2 and 5 times a power of ten, at which each figure reads unlike the one before: no 2.5 that whole heads call 3. */
export function stepsOf(low: number, high: number, format: Plot['format']): number[] {
  const least = Math.floor(Math.log10((high - low) / 100));
  const steps = Array.from({ length: 4 }, (_, more) => 10 ** (least + more)).flatMap((power) =>
    // Of a power below one, or 5 tenths were 0.5000000000000001.
    [1, 2, 5].map((times) => Number((times * power).toPrecision(1))),
  );
  return steps.filter((step) => {
    const first = Math.ceil(low / step);
    const figures = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, nth) =>
      format((first + nth) * step),
    );
    return new Set(figures).size === figures.length;
  });
}

/** Figures over `bars`, if there is room. */
function drawFigures(self: UPlot, plot: Plot, ink: Ink): void {
  const ratio = window.devicePixelRatio || 1;
  const positions = positionsOf(plot);
  const place = self.bbox.width / ratio / Math.max(1, positions.length);
  const bar = Math.min(place * barShare, widestBar);
  if (bar < narrowestWithFigure) return;
  const { ctx } = self;
  ctx.save();
  ctx.font = ink.font.replace(/\d+px/, `${ink.letter * ratio}px`);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  ctx.lineWidth = 4 * ratio;
  ctx.strokeStyle = ink.paper;
  ctx.fillStyle = ink.text;
  for (const { values } of plot.series.filter(({ shape }) => shape === 'bars')) {
    for (const [index, value] of values.entries()) {
      if (value === null || value === 0) continue;
      const left = self.valToPos(positions[index] ?? 0, 'x', true) + (bar / 2) * ratio;
      const top = self.valToPos(value, 'y', true) - 3 * ratio;
      ctx.strokeText(plot.format(value), left, top);
      ctx.fillText(plot.format(value), left, top);
    }
  }
  ctx.restore();
}

/** Names lines at their ends instead of a legend; colliding names move apart. */
function drawEnds(self: UPlot, plot: Plot, ink: Ink, space: number): void {
  const ratio = window.devicePixelRatio || 1;
  const positions = positionsOf(plot);
  const ends = plot.series
    .filter((one) => !isBar(one))
    .flatMap((one) => {
      const at = one.values.findLastIndex((value) => value !== null);
      const value = one.values[at];
      return value === null || value === undefined ? [] : [{ one, top: self.valToPos(value, 'y', true), at }];
    })
    .toSorted((a, b) => a.top - b.top);
  const { ctx } = self;
  ctx.save();
  ctx.font = ink.font.replace(/\d+px/, `${ink.letter * ratio}px`);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  let free = -Infinity;
  for (const { one, top, at } of ends) {
    const y = Math.max(top, free);
    free = y + ink.letter * 1.2 * ratio;
    ctx.fillStyle = ink.of(one.ink);
    ctx.fillText(one.label, self.valToPos(positions[at] ?? 0, 'x', true) + air * ratio, y, space * ratio);
  }
  ctx.restore();
}

function axesOf(plot: Plot, ink: Ink, [low, high]: readonly [number, number]): UPlot.Axis[] {
  const axis = { stroke: ink.axis, font: ink.font, ticks: { show: false } };
  const positions = positionsOf(plot);
  const widest = widthOf(plot.places, ink);
  return [
    {
      ...axis,
      size: ink.letter * 2,
      grid: { show: false },
      splits: (self) => placeSplits(self, plot, widest),
      values: (_self, splits) => splits.map((split) => plot.places[positions.indexOf(split)] ?? ''),
    },
    {
      ...axis,
      size: widthOf([low, high].map(plot.format), ink) + air * 2,
      incrs: stepsOf(low, high, plot.format),
      space: ink.letter * 2.5,
      grid: { stroke: ink.grid, width: 1 },
      values: (_self, splits) => splits.map(plot.format),
    },
  ];
}

/** uPlot's options for a plot. `onIndex` hears which place is pointed at. */
export function optionsOf(
  plot: Plot,
  ink: Ink,
  size: { readonly width: number; readonly height: number },
  onIndex: (index: number | null) => void,
): UPlot.Options {
  const lines = plot.series.filter((one) => !isBar(one));
  const names = widthOf(
    lines.map(({ label }) => label),
    ink,
  );
  const endLabels = Math.min(names, longestEndLabel, size.width * endLabelShare);
  const positions = positionsOf(plot);
  const [first = 0, last = 1] = [positions[0], positions.at(-1)];
  const [low, high] = heights(plot);
  const edge = lines.length > 0 ? 0 : halfPlace;
  return {
    ...size,
    padding: [ink.letter, lines.length > 0 ? endLabels + air * 2 : 4, 0, 4],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: lines.length > 0 ? { size: 10 } : { show: false } },
    scales: {
      x: { time: false, range: () => [first - edge, first === last ? last + 1 : last + edge] },
      y: { range: () => [low, high] },
    },
    axes: axesOf(plot, ink, [low, high]),
    series: [{}, ...plot.series.map((one) => seriesOf(one, ink))],
    hooks: {
      draw: [
        (self) => {
          drawFigures(self, plot, ink);
          drawEnds(self, plot, ink, endLabels);
        },
      ],
      setCursor: [(self) => onIndex(self.cursor.idx ?? null)],
    },
  };
}

/** A chart's colours and font, from the theme's tokens. */
interface Ink {
  readonly of: (ink: ChartSeries['ink']) => string;
  readonly paper: string;
  readonly text: string;
  readonly axis: string;
  readonly grid: string;
  /** Pixels of the smallest text (ux.md §4.4). */
  readonly letter: number;
  readonly font: string;
  readonly lineWidth: number;
}

const smallest = 14;

/** The current theme's ink; black on paper. */
export function inkOf(root: HTMLElement, isPaper: boolean): Ink {
  const worn = getComputedStyle(root);
  const token = (name: string): string => worn.getPropertyValue(`--${name}`).trim();
  const letter = Math.max(smallest, Math.round((parseFloat(worn.fontSize) || 16) * 0.875));
  const isSun = root.dataset.theme === 'sol';
  return {
    of: (ink) => (isPaper ? '#000000' : token(ink === 'text' || ink === 'muted' ? ink : `group-${ink}`)),
    paper: isPaper ? '#ffffff' : token('bg'),
    text: isPaper ? '#000000' : token('text'),
    axis: isPaper ? '#000000' : token('muted'),
    grid: isPaper ? '#bbbbbb' : token(isSun ? 'border' : 'surface-2'),
    letter,
    font: `${isSun ? 600 : 400} ${letter}px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif`,
    lineWidth: isSun ? 3 : 2,
  };
}

/** Called when the theme changes or the page prints. Gives what stops it. */
export function onInkChange(root: HTMLElement, listener: (isPaper: boolean) => void): () => void {
  const watcher = new MutationObserver(() => listener(false));
  watcher.observe(root, { attributes: true, attributeFilter: ['data-theme', 'data-text-size'] });
  const toPaper = (): void => listener(true);
  const toScreen = (): void => listener(false);
  window.addEventListener('beforeprint', toPaper);
  window.addEventListener('afterprint', toScreen);
  return () => {
    watcher.disconnect();
    window.removeEventListener('beforeprint', toPaper);
    window.removeEventListener('afterprint', toScreen);
  };
}
