import { type Day, daysBetween } from '../dates.ts';
import { weighs } from '../movements/asks.ts';
import { count as countKind } from '../movements/kinds/system.ts';
import type { GainPoint } from './gain-point.ts';
import { isLikelyWeight } from './likely-weight.ts';
import { recordedKind } from '../movements/registry.ts';

/** Heads and kilos of one category on a day. */
export interface WeighedLine {
  readonly date: Day;
  readonly category: string;
  readonly count: number;
  readonly total_kg: number;
}

/** What a record says of kilos; `said` is what it says beside its animals. */
interface WeighedRecord {
  readonly type: string;
  readonly date: Day;
  readonly animals: readonly Readonly<{ type: string; count: number; total_kg?: unknown }>[];
  readonly said: Readonly<Record<string, unknown>>;
}

/** The kilos of a weighing, and of a standing opening that says them (domain.md §3.1); none of any other record. */
export function weighedIn({ type, date, animals, said }: WeighedRecord): WeighedLine[] {
  const kind = recordedKind(type);
  if (kind && weighs(kind)) {
    return animals.flatMap(({ type: category, count, total_kg }) =>
      typeof total_kg === 'number' && count > 0 ? [{ date, category, count, total_kg }] : [],
    );
  }
  if (!isOpening(type, said) || said['state'] !== 'aprobado' || !Array.isArray(said['counted'])) return [];
  const lines = said['counted'] as readonly { type: string; count: number; average_kg?: unknown }[];
  return lines.flatMap(({ type: category, count, average_kg }) =>
    typeof average_kg === 'number' && count > 0 ? [{ date, category, count, total_kg: average_kg * count }] : [],
  );
}

/** Whether a record is an opening stock. */
export const isOpening = (type: string, said: Readonly<Record<string, unknown>>): boolean =>
  type === countKind.type && said['kind'] === 'opening';

/** How many heads of a category came (or went, below zero) on a day, without those that only changed lot. */
export interface HerdFlow {
  readonly date: Day;
  readonly category: string;
  readonly head: number;
}

/** Shorter intervals say more of how full the animals were than of what they gained. */
const daysAtLeast = 14;
const mostThatChanged = 0.1;
/** No herd gains or loses more a day (figures.md §0): such a figure is another group's, and no gain. */
const isPossible = (gain: number): boolean => gain >= -1 && gain <= 2;
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/**
 * Daily gain of a rodeo (domain.md §4.6): each category's mean against that of its last weighing at least 14 days before, with the gain of
 * those weighed as they left; over categories by heads. Null where nothing compares, or what came out is no gain of cattle.
 */
export function dailyGain(lines: readonly WeighedLine[], flows: readonly HerdFlow[]): GainPoint[] {
  const means = meansOf(lines);
  const days = [...new Set(means.map((mean) => mean.date))].toSorted();
  return days.map((date) => {
    const today = means.filter((mean) => mean.date === date);
    const compared = comparedAt(means, date, flows);
    const heads = sum(compared.map(({ mean }) => mean.count));
    const gained = sum(compared.map((pair) => pair.mean.count * gainIn(pair)));
    const isGain = heads > 0 && compared.every((pair) => isPossible(gainIn(pair)));
    return {
      date,
      average_kg: rounded(sum(today.map((mean) => mean.total_kg)) / sum(today.map((mean) => mean.count)), 2),
      daily_gain: isGain ? rounded(gained / heads, 3) : null,
      group_changed: compared.some((pair) => isOfOthers(pair, flows)),
    };
  });
}

/** The day from which `flows` matter for the gain at the newest weighing; null where it has nothing to compare with. */
export function comparedSince(lines: readonly WeighedLine[], flows: readonly HerdFlow[]): Day | null {
  const means = meansOf(lines);
  const days = comparedAt(means, means.at(-1)?.date ?? '', flows).map(({ earlier }) => earlier.date);
  return days.toSorted()[0] ?? null;
}

/** The mean of a category, the one that it is compared with, and those that were weighed in between as they left. */
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

/** Whether a weighing is of those that left that day while others stayed. They tell their own gain, and nothing of those that stayed. */
function hasLeft({ date, category, count }: WeighedLine, flows: readonly HerdFlow[]): boolean {
  const own = flows.filter((flow) => flow.category === category && flow.date <= date);
  const out = sum(own.filter((flow) => flow.date === date && flow.head < 0).map((flow) => flow.head));
  return -out === count && sum(own.map((flow) => flow.head)) > 0;
}

/** Σ kilos gained ÷ Σ head-days, of heads that were weighed later than their group (figures.md §2). */
function gainedADay(earlier: WeighedLine, later: readonly WeighedLine[]): number {
  const gained = sum(later.map((one) => one.count * (averageOf(one) - averageOf(earlier))));
  return gained / sum(later.map((one) => one.count * daysBetween(earlier.date, one.date)));
}

const gainIn = ({ mean, earlier, left }: Pair): number => gainedADay(earlier, [...left, mean]);

/** Whether other animals stood on the scales than the time before. Those that left and were weighed as they did are in the gain. */
const isOfOthers = (pair: Pair, flows: readonly HerdFlow[]): boolean => {
  const { mean, earlier, left } = pair;
  const weighed = new Set(left.map(({ date }) => date));
  const rest = flows.filter(({ date, head }) => head > 0 || !weighed.has(date));
  return !isPossible(gainIn(pair)) || hasLeft(mean, flows) || hasChanged(rest, earlier, mean.date);
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const averageOf = (line: WeighedLine): number => line.total_kg / line.count;

/** One line a day and category, in order of days: a herd weighed in two halves is one weighing. */
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

/** Whether more than a tenth of the heads that stood there when they were weighed came or went until a day. */
function hasChanged(flows: readonly HerdFlow[], { category, date: from }: WeighedLine, to: Day): boolean {
  const own = flows.filter((flow) => flow.category === category);
  const stood = sum(own.filter((flow) => flow.date <= from).map((flow) => flow.head));
  const moved = own.filter((flow) => flow.date > from && flow.date <= to);
  return stood > 0 && sum(moved.map((flow) => Math.abs(flow.head))) > stood * mostThatChanged;
}

/** What a head of a category weighs on a day (figures.md §2). */
export interface HeadKilos {
  readonly kg: number;
  /** As it was weighed, or with what it has gained since. */
  readonly mark: 'medido' | 'estimado';
  readonly weighed_on: Day;
  /** The gain that was added, and of how many days; null where none was. */
  readonly gained: { readonly days: number; readonly daily_gain: number } | null;
  /** More than a tenth of the heads came or went since they were weighed. */
  readonly group_changed: boolean;
}

/** A gain says little of the months after. */
const estimatedDays = 90;

/**
 * Kilos per head of a category in a rodeo at the end of a day (figures.md §2): its last weighing plus its daily gain for at most 90 days,
 * unless the group changed or the result is no weight of cattle. Null where it was never weighed.
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
