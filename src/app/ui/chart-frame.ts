import type { Ink } from './chart-ink.ts';
import { type ChartSeries, isBar, type Plot } from './chart-shapes.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a plot stands in its drawing, in CSS pixels. */
export interface Frame extends Size {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The left of each place. */
  readonly lefts: readonly number[];
  readonly topOf: (figure: number) => number;
  /** Places that are named below, by index. */
  readonly named: readonly number[];
  /** Figures that stand at the left, from below. */
  readonly figures: readonly number[];
  /** Width of a bar. */
  readonly bar: number;
  /** Room for a line's name at its end. */
  readonly nameRoom: number;
}

type Measure = Pick<CanvasRenderingContext2D, 'font' | 'measureText'>;

const barShare = 0.42;
const widestBar = 36;
/** A bar's place reaches beyond its start on both sides. */
const halfPlace = 0.6;
const narrowEdge = 4;
export const air = 8;
const longestName = 130;
/** Share of a phone's width for line names; longer ones are condensed. */
const nameShare = 0.3;
/** Letters from one figure at the left to the next, at least. */
const figureSpace = 2.5;

function widthOf(words: readonly string[], ink: Ink, measure: Measure): number {
  measure.font = ink.font;
  return Math.ceil(words.reduce((most, word) => Math.max(most, measure.measureText(word).width), 0));
}

const upright = (figure: number): number => (Number.isFinite(figure) ? figure : 0);

/** From the lowest figure to the highest with some space, from zero unless something is below. */
function heights({ series, fromZero }: Plot): readonly [low: number, high: number] {
  const figures = series.flatMap(({ values }) => values.filter((value): value is number => value !== null));
  const most = upright(Math.max(...figures));
  const least = upright(Math.min(...figures));
  const space = Math.max((most - (fromZero ? 0 : least)) * 0.12, most === 0 ? 1 : Math.abs(most) * 0.01);
  const below = fromZero || least - space < 0 ? Math.min(0, least) : least - space;
  return [below, most + space];
}

/** Round steps of a scale: 0.1, 0.2, 0.5, 1, 2 and so on, from the least on. */
function stepsFrom(least: number): readonly number[] {
  const power = Math.floor(Math.log10(least));
  const steps = [0, 1, 2, 3].flatMap((more) => [1, 2, 5].map((times) => times * 10 ** (power + more)));
  return steps.filter((step) => step >= least);
}

/** Round figures, as many as have room and read differently. */
function figuresBetween(low: number, high: number, least: number, format: Plot['format']): readonly number[] {
  const scales = stepsFrom(least).map((step) => {
    const first = Math.ceil(low / step);
    return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
  });
  return scales.find((figures) => new Set(figures.map(format)).size === figures.length) ?? [];
}

/** Places by index that are named: as many as have room for the widest name, including the last. */
function placesNamed(plot: Plot, positions: readonly number[], atMost: number): readonly number[] {
  if (plot.positions === undefined) {
    const all = [...positions.keys()];
    const every = Math.ceil(all.length / atMost);
    // A year begins with its first month; a line ends today.
    const start = plot.series.some(isBar) ? 0 : (all.length - 1) % every;
    return all.filter((index) => index % every === start);
  }
  // Uneven places: the first, the last, and those far enough from the one before.
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  const apart = (last - first) / atMost;
  const taken: number[] = [];
  for (const [index, position] of positions.entries()) {
    const before = taken.at(-1);
    const isFar = before === undefined || position - (positions[before] ?? 0) >= apart;
    if (position === last || (isFar && last - position >= apart)) taken.push(index);
  }
  return taken;
}

const isLine = (one: ChartSeries): boolean => !isBar(one);

/** Lays a plot out: figures at the left, places below, the names of lines at their ends. */
export function frameOf(plot: Plot, ink: Ink, { width, height }: Size, measure: Measure): Frame {
  const positions = plot.positions ?? plot.places.map((_place, index) => index);
  const [first = 0, last = 1] = [positions[0], positions.at(-1)];
  const [low, high] = heights(plot);
  const lines = plot.series.filter(isLine).map(({ label }) => label);
  const nameRoom = Math.min(widthOf(lines, ink, measure), longestName, width * nameShare);
  const [top, bottom] = [ink.letter, height - ink.letter * 2];
  const left = narrowEdge + widthOf([low, high].map(plot.format), ink, measure) + air * 2;
  const right = width - (lines.length > 0 ? nameRoom + air * 2 : narrowEdge);
  const edge = lines.length > 0 ? 0 : halfPlace;
  const across = (right - left) / (first === last ? 1 + edge : last - first + edge * 2);
  const along = (bottom - top) / (high - low);
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    nameRoom,
    lefts: positions.map((position) => left + (position - first + edge) * across),
    topOf: (figure) => bottom - (figure - low) * along,
    named: placesNamed(
      plot,
      positions,
      Math.max(1, Math.floor((right - left) / (widthOf(plot.places, ink, measure) + air))),
    ),
    figures: figuresBetween(low, high, (ink.letter * figureSpace) / along, plot.format),
    bar: Math.min(across * barShare, widestBar),
  };
}

/** Which place is at a point of the drawing; null beside the plot. */
export function placeAt({ left, right, top, bottom, lefts }: Frame, x: number, y: number): number | null {
  if (x < left || x > right || y < top || y > bottom) return null;
  const ways = lefts.map((each) => Math.abs(each - x));
  const index = ways.indexOf(Math.min(...ways));
  return index < 0 ? null : index;
}
