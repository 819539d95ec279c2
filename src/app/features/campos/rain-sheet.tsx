import { useMemo } from 'react';
import {
  addDays,
  addMonths,
  byId,
  campaignDays,
  campaignName,
  campaignOf,
  counted,
  type Day,
  daysAgo,
  daysBetween,
  formatNumber,
  isDeleted,
  monthName,
  monthOf,
  rainTold,
  sumOf,
} from '#domain';
import { useLive, useToday } from '#platform';
import { RainChart } from '#farm/rain-chart.tsx';
import { EmptyState, FigureList, Sheet, Skeleton } from '#ui';
import { rain } from '#domain/movements/kinds/weather.ts';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews } from '#sync/farm.ts';

const mm = (value: number | null): string => (value === null ? '—' : `${formatNumber(value, 1)} mm`);

function factsOf(figures: RainFigures, today: string) {
  const usual = figures.usualOfMonth;
  const dry = figures.dryDays;
  const facts: readonly (readonly [string, string])[] = [
    [`En ${monthName(today)}`, `${mm(figures.ofMonth)}${usual === null ? '' : ` (lo habitual: ${mm(usual)})`}`],
    ['Últimos 30 días', mm(figures.last30)],
    ['Últimos 90 días', mm(figures.last90)],
    [`En ${figures.year}`, mm(figures.ofYear)],
    [`Campaña ${figures.campaign}`, mm(figures.ofCampaign)],
    [`Días con lluvia en ${figures.year}`, figures.ofYear === null ? '—' : counted(figures.rainDays, 'día')],
    ['Última lluvia de 5 mm o más', dry === null ? 'Ninguna anotada en un año' : daysAgo(dry)],
  ];
  return facts.map(([label, value]) => ({ label, value }));
}

interface RainSheetProps {
  readonly campoId: string;
  readonly onClose: () => void;
}

/** Rain of one campo: monthly chart and figures (domain.md §4.7). */
export const RainSheet = ({ campoId, onClose }: RainSheetProps) => {
  const today = useToday();
  const campo = useLive(async (views) => byId(await views.campos(), campoId) ?? null, [campoId]);
  const figures = useLive((views) => readRainFigures(views, campoId, today), [campoId, today]);
  const gauge = useMemo(() => [{ id: campoId, total_hectares: null }], [campoId]);
  const none = <EmptyState>Sin lluvias cargadas en {today.slice(0, 4)}.</EmptyState>;
  return (
    <Sheet open title={campo ? `Lluvia en ${campo.name}` : 'Lluvia'} size="wide" onClose={onClose}>
      <RainChart campos={gauge} empty={none} />
      {figures ? <FigureList label="Lluvia en números" figures={factsOf(figures, today)} /> : <Skeleton rows={4} />}
    </Sheet>
  );
};

/** Rain figures of one campo (domain.md §4.7). */
interface RainFigures {
  readonly year: string;
  /** Millimetres; null where nobody wrote any down. */
  readonly ofMonth: number | null;
  readonly ofYear: number | null;
  /** Current campaign: `2026/27`. */
  readonly campaign: string;
  readonly ofCampaign: number | null;
  readonly last30: number | null;
  readonly last90: number | null;
  /** Days this year with 1 mm or more. */
  readonly rainDays: number;
  /** Days since 5 mm or more fell; null if none in a year. */
  readonly dryDays: number | null;
  /** This month's mean over the earlier years that have it; null with fewer than three. */
  readonly usualOfMonth: number | null;
}

const readAtMost = 1_000;
const [aRainDay, aRealRain] = [1, 5];
const yearsForMean = 3;
const yearsAsked = 10;

type Views = Pick<FarmViews, 'page' | 'rainByMonth' | 'campaignStart'>;

/** Millimetres per day; records without a campo count for every campo. */
async function daysOf(views: Views, campoId: string, from: Day, to: Day): Promise<ReadonlyMap<Day, number>> {
  const days = new Map<Day, number>();
  for (const { movement } of await newestMovements(views, { types: [rain.type], from, to }, readAtMost)) {
    const { mm, campo_id: place } = movement.metadata;
    const isHere = place === campoId || typeof place !== 'string';
    if (typeof mm !== 'number' || !isHere || isDeleted(movement)) continue;
    days.set(movement.date, (days.get(movement.date) ?? 0) + mm);
  }
  return days;
}

/** A sum; null of nothing. */
const sumOrNull = (parts: readonly (number | null)[]): number | null =>
  parts.every((part) => part === null) ? null : sumOf(parts, (part) => part ?? 0);

/** Rain of the campaign's first month from its first day; undefined when it starts on the 1st. */
async function openingOf(views: Views, campoId: string, from: Day): Promise<number | null | undefined> {
  if (from.endsWith('-01')) return undefined;
  const days = await daysOf(views, campoId, from, `${monthOf(from)}-31`);
  return sumOrNull([...days.values()]);
}

/** A month's mean over years, newest first. The one in which they began to write rain down may have begun after this month. */
function usualOf(told: (period: string) => number | null, years: readonly string[], month: string): number | null {
  const known = years.filter(told);
  const first = known.at(-1);
  if (first === undefined) return null;
  const until = Array.from({ length: Number(month.slice(1)) }, (_, index) => told(addMonths(`${first}-01`, index)));
  const usual = sumOrNull(until) === null ? known.slice(0, -1) : known;
  return usual.length < yearsForMean ? null : sumOf(usual, (one) => told(`${one}${month}`) ?? 0) / usual.length;
}

/** Reads one campo's rain: months from the stored sums, days from the newest records. */
export async function readRainFigures(views: Views, campoId: string, today: Day): Promise<RainFigures> {
  const year = Number(today.slice(0, 4));
  const years = Array.from({ length: yearsAsked + 1 }, (_, back) => String(year - back));
  const start = await views.campaignStart();
  const campaign = campaignOf(today, start);
  const { from } = campaignDays(campaign, start);
  const [days, opening, ...sums] = await Promise.all([
    daysOf(views, campoId, addDays(today, -365), today),
    openingOf(views, campoId, from),
    ...years.map((one) => views.rainByMonth(one)),
  ]);
  const gauge = [{ id: campoId, total_hectares: null }];
  const told = (period: string): number | null =>
    rainTold(sums[year - Number(period.slice(0, 4))] ?? {}, gauge, period);
  const within = (back: number): number | null =>
    sumOrNull([...days].flatMap(([day, mm]) => (day > addDays(today, -back) ? mm : [])));
  const campaignMonths = Array.from({ length: 13 }, (_, index) => addMonths(monthOf(from), index));
  const lastRain = [...days]
    .filter(([, mm]) => mm >= aRealRain)
    .map(([day]) => day)
    .toSorted()
    .at(-1);
  return {
    year: String(year),
    ofMonth: told(monthOf(today)),
    ofYear: told(String(year)),
    campaign: campaignName(campaign, start),
    ofCampaign: sumOrNull([
      opening ?? null,
      ...campaignMonths
        .filter((one) => one <= monthOf(today) && !(opening !== undefined && one === monthOf(from)))
        .map(told),
    ]),
    last30: within(30),
    last90: within(90),
    rainDays: [...days].filter(([day, mm]) => day.startsWith(String(year)) && mm >= aRainDay).length,
    dryDays: lastRain === undefined ? null : daysBetween(lastRain, today),
    usualOfMonth: usualOf(told, years.slice(1), today.slice(4, 7)),
  };
}
