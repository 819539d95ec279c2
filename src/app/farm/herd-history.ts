import {
  addDays,
  addMonths,
  countingTypes,
  type Day,
  isOpening,
  lotWideTypes,
  monthOf,
  netHeads,
  type Posting,
  reversed,
  standingHeads,
  sumByCell,
  sumOf,
} from '#domain';
import type { FarmViews, MovementView } from '#sync/farm.ts';
import { newestMovements } from './newest-movements.ts';
import { hasUnbooked } from './unbooked.ts';

export interface HerdScope {
  readonly lotId?: string;
  readonly rodeoId?: string;
}

/** Heads at the end of each month, oldest first; the last is today. */
export interface HerdHistory {
  readonly days: readonly Day[];
  /** Null before the first record read, and before an opening stock: it is no growth. */
  readonly total: readonly (number | null)[];
  /** The largest now. */
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    readonly heads: readonly (number | null)[];
  }[];
}

const standsIn =
  ({ lotId, rodeoId }: HerdScope) =>
  ({ lot, rodeo }: Pick<Posting, 'lot' | 'rodeo'>): boolean =>
    (lotId === undefined || lot === lotId) && (rodeoId === undefined || rodeo === rodeoId);

const monthsBack = 12;
const largest = 3;
/** Per kind or place; older records are not drawn. */
const readAtMost = 1_000;

interface Read {
  readonly views: readonly MovementView[];
  /** Unknown before this day. */
  readonly since: Day;
}

async function readSince(views: Pick<FarmViews, 'page'>, scope: HerdScope, from: Day): Promise<Read> {
  const isFarm = scope.lotId === undefined && scope.rodeoId === undefined;
  const types = isFarm ? countingTypes : scope.rodeoId === undefined ? [] : lotWideTypes;
  // One of each: several types together are looked for among all records.
  const filters = [...(isFarm ? [] : [{ ...scope, from }]), ...types.map((type) => ({ types: [type], from }))];
  const lists = await Promise.all(filters.map((filter) => newestMovements(views, filter, readAtMost)));
  const cut = lists.filter((list) => list.length === readAtMost).map((list) => list.at(-1)?.movement.date ?? from);
  const found = new Map(lists.flat().map((view) => [view.key, view]));
  return { views: [...found.values()], since: [from, ...cut].toSorted().at(-1) ?? from };
}

export const endOfLastMonth = (today: Day): Day => addDays(`${monthOf(today)}-01`, -1);

/** Heads gained since the end of last month (domain.md §2.15); null while unknown, and where an opening stock came since. */
export async function readHerdChange(views: Pick<FarmViews, 'page' | 'lots'>, today: Day): Promise<number | null> {
  const end = endOfLastMonth(today);
  if (hasUnbooked(await views.lots())) return null;
  const read = await readSince(views, {}, end);
  const later = read.views.filter(({ movement }) => movement.date > end);
  if (read.since > end || later.some(({ movement }) => isOpening(movement))) return null;
  return sumOf(later, ({ lines }) => netHeads(lines));
}

/** The herd by month (ux.md §4.6): today's stock less what later records brought, read by index in short pages. */
export async function readHerdHistory(
  views: Pick<FarmViews, 'page' | 'stock' | 'categories' | 'lots'>,
  scope: HerdScope,
  today: Day,
): Promise<HerdHistory> {
  const months = Array.from({ length: monthsBack }, (_, index) => addMonths(monthOf(today), index - monthsBack));
  const days = [...months.map((month) => addDays(`${addMonths(month, 1)}-01`, -1)), today];
  // First: what is saved in between is missed by it, and seen.
  const stock = await views.stock();
  const [read, categories, lots] = await Promise.all([
    readSince(views, scope, days[0] ?? today),
    views.categories(),
    views.lots(),
  ]);
  const isUnbooked = hasUnbooked(lots, scope.lotId);
  const isHere = standsIn(scope);
  const changes = read.views.flatMap((view) =>
    view.lines.filter(isHere).map((line) => ({ ...line, day: view.movement.date, opens: isOpening(view.movement) })),
  );
  const cells = stock.filter(isHere);
  const headsOn = (day: Day, category: string | null): number | null => {
    // Dated tomorrow by a clock that runs ahead, it was done by now: today's heads have it everywhere.
    const later = day === today ? [] : changes.filter((one) => one.day > day);
    // What an opening stock says stood on its day: nobody knows of the days before.
    if (day < (isUnbooked ? today : read.since) || later.some(({ opens }) => opens)) return null;
    const isMeant = (one: { readonly category: string }): boolean => category === null || one.category === category;
    return standingHeads(sumByCell([...cells, ...reversed(later)].filter(isMeant)));
  };
  return {
    days,
    total: days.map((day) => headsOn(day, null)),
    categories: categories
      .map(({ id, name }) => ({ id, name, now: headsOn(today, id) ?? 0 }))
      .filter(({ now }) => now > 0)
      .toSorted((a, b) => b.now - a.now)
      .slice(0, largest)
      .map(({ id, name }) => ({ id, name, heads: days.map((day) => headsOn(day, id)) })),
  };
}
