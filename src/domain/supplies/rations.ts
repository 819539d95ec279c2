import { addDays, type Day, daysBetween, mondayOf } from '../dates.ts';
import { inUnitOf } from './units.ts';

/** Feed or supplement that was given, as its record says it (domain.md §2.7). */
export interface Ration {
  readonly date: Day;
  /** Whom: the rodeo's id, else the lot's. */
  readonly place: string | null;
  readonly product: string;
  readonly quantity: number;
  readonly unit: string;
  readonly kg_per_unit: number | null;
}

/** What one rodeo got of one product. */
export interface RationSum {
  readonly place: string | null;
  readonly product: string;
  readonly unit: string;
  readonly quantity: number;
  /** Null where nobody can tell how many kilos that is. */
  readonly kg: number | null;
}

/** How many kilos a quantity is; null where its unit does not tell. */
export function kilosOf({
  quantity,
  unit,
  kg_per_unit,
}: Pick<Ration, 'quantity' | 'unit' | 'kg_per_unit'>): number | null {
  const kilos = inUnitOf({ unit: 'kg', kg_per_unit: null }, quantity, unit);
  if (kilos !== null) return kilos;
  return kg_per_unit === null ? null : quantity * kg_per_unit;
}

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** Sums by whom it was given to and what it was, in the order in which they first appear. */
export function rationSums(rations: readonly Ration[]): RationSum[] {
  const sums = new Map<string, RationSum>();
  for (const ration of rations) {
    const key = JSON.stringify([ration.place, ration.product, ration.unit]);
    const before = sums.get(key);
    sums.set(key, {
      place: ration.place,
      product: ration.product,
      unit: ration.unit,
      quantity: (before?.quantity ?? 0) + ration.quantity,
      kg: before ? plus(before.kg, kilosOf(ration)) : kilosOf(ration),
    });
  }
  return [...sums.values()];
}

/** How many heads came to a place, or went from it below zero, on a day. */
export interface HeadFlow {
  readonly date: Day;
  readonly head: number;
}

/**
 * Heads × days of a place over a stretch: those there at the end of each day (figures.md §0). `now`: those there today; `since`: all
 * changes from the stretch's second day on.
 */
export function headDays(now: number, since: readonly HeadFlow[], from: Day, to: Day): number {
  const days = Math.max(daysBetween(from, to) + 1, 0);
  // Whoever came later did not stand there on the days before it came.
  const missed = since.map(({ date, head }) => head * Math.min(Math.max(daysBetween(from, date), 0), days));
  return missed.reduce((sum, one) => sum - one, now * days);
}

/** `kg/cab/día` over heads × days; null where something of it is not known (domain.md §4.9: never 0, never NaN). */
export const kilosPerHeadAndDay = (kg: number | null, heads: number | null): number | null =>
  kg === null || heads === null || heads <= 0 ? null : kg / heads;

/** Kilos by week, Monday to Sunday, of every week between two days; what is in no kilos is left out. */
export function kilosByWeek(
  rations: readonly Ration[],
  from: Day,
  to: Day,
): { readonly from: Day; readonly to: Day; readonly kg: number }[] {
  const weeks: { from: Day; to: Day; kg: number }[] = [];
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) {
    const sunday = addDays(monday, 6);
    const given = rations.filter((ration) => ration.date >= monday && ration.date <= sunday);
    const kg = given.reduce((sum, ration) => sum + (kilosOf(ration) ?? 0), 0);
    weeks.push({ from: monday < from ? from : monday, to: sunday > to ? to : sunday, kg });
  }
  return weeks;
}
