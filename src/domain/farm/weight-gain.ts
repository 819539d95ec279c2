import { netHeads } from '../movements/ledger.ts';
import { sumOf } from '../rows.ts';
import * as z from 'zod/mini';
import { numberOrNull } from '../schemas.ts';
import { type Day, daysBetween } from '../dates.ts';
import { weighs } from '../movements/asks.ts';
import { isOpening } from '../movements/movement.ts';
import { isLikelyWeight } from './likely-weight.ts';
import { recordedKind } from '../movements/registry.ts';

/** A day's mean weight, and the daily gain since the previous weighing. */
export const gainPointSchema = z.looseObject({
  date: z.string(),
  average_kg: z.number(),
  daily_gain: numberOrNull,
  /** Other animals than last time were weighed, so the difference is not all gain ('Grupo cambió'). */
  group_changed: z.boolean(),
});
export type GainPoint = z.infer<typeof gainPointSchema>;

export interface WeighedLine {
  readonly date: Day;
  readonly category: string;
  readonly count: number;
  readonly total_kg: number;
}

/** `said`: the record's other fields. */
interface WeighedRecord {
  readonly type: string;
  readonly date: Day;
  readonly animals: readonly Readonly<{ type: string; count: number; total_kg?: unknown }>[];
  readonly said: Readonly<Record<string, unknown>>;
}

/** The weights of a weighing, or of an approved opening (domain.md §3.1). */
export function weighedIn({ type, date, animals, said }: WeighedRecord): WeighedLine[] {
  const kind = recordedKind(type);
  if (kind && weighs(kind)) {
    return animals.flatMap(({ type: category, count, total_kg }) =>
      typeof total_kg === 'number' && count > 0 ? [{ date, category, count, total_kg }] : [],
    );
  }
  if (!isOpening({ type, metadata: said }) || said.state !== 'aprobado' || !Array.isArray(said.counted)) return [];
  const lines = said.counted as readonly { type: string; count: number; average_kg?: unknown }[];
  return lines.flatMap(({ type: category, count, average_kg }) =>
    typeof average_kg === 'number' && count > 0 ? [{ date, category, count, total_kg: average_kg * count }] : [],
  );
}

/** Heads that came (negative: went) on a day, without moves between lots. */
export interface HerdFlow {
  readonly date: Day;
  readonly category: string;
  readonly head: number;
}

/** Shorter intervals measure gut fill more than gain. */
const daysAtLeast = 14;
const mostThatChanged = 0.1;
/** Kilos per day (figures.md §0): anything beyond is a different group. */
const isPossible = (gain: number): boolean => gain >= -1 && gain <= 2;
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/**
 * * Daily gain of a rodeo (domain.md §4.6): each category's mean against its last weighing at least 14 days earlier, with those weighed as
 * they left; averaged by heads. Null if nothing compares or it is impossible.
 */
export function dailyGain(lines: readonly WeighedLine[], flows: readonly HerdFlow[]): GainPoint[] {
  const means = meansOf(lines);
  const days = [...new Set(means.map((mean) => mean.date))].toSorted();
  return days.map((date) => {
    const today = means.filter((mean) => mean.date === date);
    const compared = comparedAt(means, date, flows);
    const heads = sumOf(compared, ({ mean }) => mean.count);
    const gained = sumOf(compared, (pair) => pair.mean.count * gainIn(pair));
    const isGain = heads > 0 && compared.every((pair) => isPossible(gainIn(pair)));
    return {
      date,
      average_kg: rounded(sumOf(today, (mean) => mean.total_kg) / sumOf(today, (mean) => mean.count), 2),
      daily_gain: isGain ? rounded(gained / heads, 3) : null,
      group_changed: compared.some((pair) => isOfOthers(pair, flows)),
    };
  });
}

/** The first day of `flows` that the newest gain needs; null if it has nothing to compare with. */
export function comparedSince(lines: readonly WeighedLine[], flows: readonly HerdFlow[]): Day | null {
  const means = meansOf(lines);
  const days = comparedAt(means, means.at(-1)?.date ?? '', flows).map(({ earlier }) => earlier.date);
  return days.toSorted()[0] ?? null;
}

/** A category's mean, the earlier one, and weighings in between of animals that left. */
interface Pair {
  readonly mean: WeighedLine;
  readonly earlier: WeighedLine;
  readonly left: readonly WeighedLine[];
}

const comparedAt = (means: readonly WeighedLine[], date: Day, flows: readonly HerdFlow[]): Pair[] =>
  means
    .filter((mean) => mean.date === date)
    .flatMap((mean) => {
      const before = means.filter((one) => one.category === mean.category && one.date < date);
      const earlier = before.findLast((one) => daysBetween(one.date, date) >= daysAtLeast && !hasLeft(one, flows));
      if (!earlier) return [];
      const between = before.filter((one) => one.date > earlier.date && hasLeft(one, flows));
      return [{ mean, earlier, left: between.filter((one) => isPossible(gainedADay(earlier, [one]))) }];
    });

/** Whether a weighing was of animals that left that day while others stayed: it says nothing of those. */
function hasLeft({ date, category, count }: WeighedLine, flows: readonly HerdFlow[]): boolean {
  const own = flows.filter((flow) => flow.category === category && flow.date <= date);
  const out = netHeads(own.filter((flow) => flow.date === date && flow.head < 0));
  return -out === count && netHeads(own) > 0;
}

/** Σ kilos gained ÷ Σ head-days (figures.md §2). */
function gainedADay(earlier: WeighedLine, later: readonly WeighedLine[]): number {
  const gained = sumOf(later, (one) => one.count * (averageOf(one) - averageOf(earlier)));
  return gained / sumOf(later, (one) => one.count * daysBetween(earlier.date, one.date));
}

const gainIn = ({ mean, earlier, left }: Pair): number => gainedADay(earlier, [...left, mean]);

/** Whether other animals than last time were weighed. Those weighed as they left are part of the gain. */
const isOfOthers = (pair: Pair, flows: readonly HerdFlow[]): boolean => {
  const { mean, earlier, left } = pair;
  const weighed = new Set(left.map(({ date }) => date));
  const rest = flows.filter(({ date, head }) => head > 0 || !weighed.has(date));
  return !isPossible(gainIn(pair)) || hasLeft(mean, flows) || hasChanged(rest, earlier, mean.date);
};

const averageOf = (line: WeighedLine): number => line.total_kg / line.count;

/** One line per day and category: a herd weighed in two halves is one weighing. */
function meansOf(lines: readonly WeighedLine[]): WeighedLine[] {
  const byDay = new Map<string, WeighedLine>();
  for (const line of lines) {
    const key = `${line.date} ${line.category}`;
    const seen = byDay.get(key);
    const count = line.count + (seen?.count ?? 0);
    byDay.set(key, { ...line, count, total_kg: line.total_kg + (seen?.total_kg ?? 0) });
  }
  return [...byDay.values()].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** Whether more than a tenth of the weighed heads came or went until `to`. */
function hasChanged(flows: readonly HerdFlow[], { category, date: from }: WeighedLine, to: Day): boolean {
  const own = flows.filter((flow) => flow.category === category);
  const stood = netHeads(own.filter((flow) => flow.date <= from));
  const moved = own.filter((flow) => flow.date > from && flow.date <= to);
  return stood > 0 && sumOf(moved, (flow) => Math.abs(flow.head)) > stood * mostThatChanged;
}

/** figures.md §2. */
export interface HeadKilos {
  readonly kg: number;
  readonly mark: 'medido' | 'estimado';
  readonly weighed_on: Day;
  readonly gained: { readonly days: number; readonly daily_gain: number } | null;
  readonly group_changed: boolean;
}

/** A gain does not predict beyond this. */
const estimatedDays = 90;

/**
 * * Kilos per head of a category in a rodeo on a day (figures.md §2): the last weighing plus daily gain, unless the group changed or the
 * result is unlikely. Null if never weighed.
 */
export function kilosPerHead(
  lines: readonly WeighedLine[],
  flows: readonly HerdFlow[],
  { category, day }: { readonly category: string; readonly day: Day },
): HeadKilos | null {
  const known = flows.filter((flow) => flow.date <= day);
  const means = meansOf(lines.filter((line) => line.category === category && line.date <= day));
  const last = means.findLast((mean) => !hasLeft(mean, known));
  if (!last) return null;
  const group_changed = hasChanged(known, last, day);
  const pair = comparedAt(means, last.date, known)[0];
  const daily_gain = !pair || group_changed || isOfOthers(pair, known) ? null : rounded(gainIn(pair), 3);
  const days = Math.min(daysBetween(last.date, day), estimatedDays);
  const estimate = averageOf(last) + (daily_gain ?? 0) * days;
  const gained = daily_gain !== null && days > 0 && isLikelyWeight(estimate) ? { days, daily_gain } : null;
  return {
    kg: rounded(gained ? estimate : averageOf(last), 2),
    mark: gained ? 'estimado' : 'medido',
    weighed_on: last.date,
    gained,
    group_changed,
  };
}
