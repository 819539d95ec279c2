import {
  campaignDays,
  campaignOf,
  cycle,
  type Day,
  daysBetween,
  farmRain,
  isDeleted,
  monthOf,
  seasonFrom,
} from '#domain';
import { birth } from '#domain/movements/kinds/inflows.ts';
import { rain } from '#domain/movements/kinds/weather.ts';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews, MovementView } from '#sync/farm.ts';

const readAtMost = 2_000;

/** Deleted and refused records do not count (domain.md §3). */
const counts = ({ movement, state }: MovementView): boolean => !isDeleted(movement) && state !== 'con_error';

/** Rain of a month in total and per day until today; `mm` is null, not 0, without any record. */
export interface MonthRain {
  readonly mm: number | null;
  readonly days: readonly number[];
}

type RainViews = Pick<FarmViews, 'page' | 'campos' | 'rainByMonth'>;

/** The sum comes from the stored totals, the days from the month's records (domain.md §4.7). */
export async function readMonthRain(views: RainViews, today: Day): Promise<MonthRain> {
  const month = monthOf(today);
  const first = `${month}-01`;
  const [records, campos, sums] = await Promise.all([
    newestMovements(views, { types: [rain.type], from: first, to: today }, readAtMost),
    views.campos(),
    views.rainByMonth(month.slice(0, 4)),
  ]);
  const fell = records.filter(counts).map(({ movement: { date, metadata } }) => {
    const { mm, campo_id: campo } = metadata;
    return { key: `${date}|${typeof campo === 'string' ? campo : ''}`, mm: typeof mm === 'number' ? mm : 0 };
  });
  const byDay: Record<string, number> = {};
  for (const { key, mm } of fell) byDay[key] = (byDay[key] ?? 0) + mm;
  const dayOf = (index: number): Day => `${month}-${String(index + 1).padStart(2, '0')}`;
  return {
    mm: fell.length === 0 ? null : farmRain(sums, campos, month),
    days: Array.from({ length: daysBetween(first, today) + 1 }, (_, index) => farmRain(byDay, campos, dayOf(index))),
  };
}

export interface Calves {
  readonly today: number;
  readonly season: number;
  /** The season is a calving of the farm's cycles, not the campaign. */
  readonly isCalving: boolean;
}

type CalfViews = Pick<FarmViews, 'page' | 'campaignStart' | 'things'>;

/**
 * Calves born alive (domain.md §3.1) since the current or last calving of this campaign, or since the campaign began on a farm without
 * cycles (figures.md §0).
 */
export async function readCalves(views: CalfViews, today: Day): Promise<Calves> {
  const [start, cycles] = await Promise.all([views.campaignStart(), views.things(cycle.name)]);
  const since = campaignDays(campaignOf(today, start), start).from;
  const standing = cycles.filter(({ state }) => state !== 'con_error').map(({ row }) => row);
  const calving = seasonFrom(birth.type, standing, { today, since });
  const from = calving ?? since;
  const births = (await newestMovements(views, { types: [birth.type], from, to: today }, readAtMost)).filter(counts);
  const headsIn = (those: readonly MovementView[]): number =>
    those.flatMap(({ lines }) => lines).reduce((sum, { head }) => sum + head, 0);
  return {
    today: headsIn(births.filter(({ movement }) => movement.date === today)),
    season: headsIn(births),
    isCalving: calving !== null,
  };
}
