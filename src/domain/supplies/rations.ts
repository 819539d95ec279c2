import { listsBy, sumOf, sumsBy } from '../rows.ts';
import { addDays, type Day, daysBetween, mondayOf } from '../dates.ts';
import { type Cell, cellId } from '../movements/ledger.ts';
import { inUnitOf } from './units.ts';

/** Feed given (domain.md §2.7). */
export interface Ration {
  readonly date: Day;
  /** The rodeo's id, else the lot's. */
  readonly place: string | null;
  readonly product: string;
  readonly quantity: number;
  readonly unit: string;
  readonly kg_per_unit: number | null;
}

export interface RationSum {
  readonly place: string | null;
  readonly product: string;
  readonly unit: string;
  readonly quantity: number;
  /** Null if the unit does not convert. */
  readonly kg: number | null;
}

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

/** Totals by place and product, in order of appearance. */
export function rationSums(rations: readonly Ration[]): RationSum[] {
  const alike = listsBy(rations, ({ place, product, unit }) => [JSON.stringify([place, product, unit])]);
  return [...alike.values()].map((given) => {
    const { place, product, unit } = given[0] as Ration;
    return {
      place,
      product,
      unit,
      quantity: sumOf(given, ({ quantity }) => quantity),
      kg: given.map(kilosOf).reduce(plus),
    };
  });
}

/** Heads that came (negative: went) on a day. */
export interface HeadFlow {
  readonly date: Day;
  readonly head: number;
}

/**
 * Heads × days of a cell, by the heads at the end of each day (figures.md §0): on a day below zero none stood there. `since`: all changes
 * from the second day on.
 */
export function headDays(now: number, since: readonly HeadFlow[], from: Day, to: Day): number {
  let [head, end, sum] = [now, addDays(to, 1), 0];
  const back = (day: Day): void => {
    if (day >= end) return;
    sum += Math.max(0, head) * daysBetween(day, end);
    end = day;
  };
  for (const flow of since.toSorted((a, b) => (a.date < b.date ? 1 : -1))) {
    if (flow.date <= from) break;
    back(flow.date);
    head -= flow.head;
  }
  back(from);
  return sum;
}

/** Heads × days of each lot and rodeo, cell by cell: what one lacks is not taken from the others. */
export function headDaysByPlace(
  now: readonly Cell[],
  since: readonly (Cell & HeadFlow)[],
  from: Day,
  to: Day,
): ReadonlyMap<string, number> {
  const flows = listsBy(since, (flow) => [cellId(flow)]);
  const heads = sumsBy(now, cellId, ({ head }) => head);
  const cells = new Map([...now, ...since].map((cell) => [cellId(cell), cell]));
  const stood = [...cells].map(([id, { lot, rodeo }]) => ({
    places: [lot, rodeo].filter((place) => place !== null),
    days: headDays(heads.get(id) ?? 0, flows.get(id) ?? [], from, to),
  }));
  const byPlace = listsBy(stood, ({ places }) => places);
  return new Map([...byPlace].map(([place, there]) => [place, sumOf(there, ({ days }) => days)]));
}

/** `kg/cab/día`; null if unknown (domain.md §4.9: never 0, never NaN). */
export const kilosPerHeadAndDay = (kg: number | null, heads: number | null): number | null =>
  kg === null || heads === null || heads <= 0 ? null : kg / heads;

/** Monday to Sunday; quantities without kilos are left out. */
export function kilosByWeek(
  rations: readonly Ration[],
  from: Day,
  to: Day,
): { readonly from: Day; readonly to: Day; readonly kg: number }[] {
  const weeks: { from: Day; to: Day; kg: number }[] = [];
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) {
    const sunday = addDays(monday, 6);
    const given = rations.filter((ration) => ration.date >= monday && ration.date <= sunday);
    const kg = sumOf(given, (ration) => kilosOf(ration) ?? 0);
    weeks.push({ from: monday < from ? from : monday, to: sunday > to ? to : sunday, kg });
  }
  return weeks;
}
