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
  farmRain,
  formatNumber,
  monthName,
  monthOf,
  sumOf,
} from '#domain';
import { useLive, useToday } from '#platform';
import { RainChart } from '#farm/rain-chart.tsx';
import { EmptyState, FigureList, Sheet, Skeleton } from '#ui';
import { rain } from '#domain/movements/kinds/weather.ts';
import { counts } from '#farm/counts.ts';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews } from '#sync/farm.ts';

const mm = (value: number): string => `${formatNumber(value, 1)} mm`;

function factsOf(figures: RainFigures, today: string) {
  const usual = figures.usualOfMonth;
  const dry = figures.dryDays;
  const facts: readonly (readonly [string, string])[] = [
    [`En ${monthName(today)}`, `${mm(figures.ofMonth)}${usual === null ? '' : ` (lo habitual: ${mm(usual)})`}`],
    ['Últimos 30 días', mm(figures.last30)],
    ['Últimos 90 días', mm(figures.last90)],
    [`En ${figures.year}`, mm(figures.ofYear)],
    [`Campaña ${figures.campaign}`, mm(figures.ofCampaign)],
    [`Días con lluvia en ${figures.year}`, counted(figures.rainDays, 'día')],
    ['Última lluvia de 5 mm o más', dry === null ? 'Ninguna en un año' : daysAgo(dry)],
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
  readonly ofMonth: number;
  readonly ofYear: number;
  /** Current campaign: `2026/27`. */
  readonly campaign: string;
  readonly ofCampaign: number;
  readonly last30: number;
  readonly last90: number;
  /** Days this year with 1 mm or more. */
  readonly rainDays: number;
  /** Days since 5 mm or more fell; null if none in a year. */
  readonly dryDays: number | null;
  /** This month's mean over earlier years; null with fewer than three. */
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
  for (const { movement } of (await newestMovements(views, { types: [rain.type], from, to }, readAtMost)).filter(
    counts,
  )) {
    const { mm, campo_id: place } = movement.metadata;
    const isHere = place === campoId || typeof place !== 'string';
    if (typeof mm !== 'number' || !isHere) continue;
    days.set(movement.date, (days.get(movement.date) ?? 0) + mm);
  }
  return days;
}

/** Rain of the campaign's first month from its first day; null when it starts on the 1st. */
async function openingOf(views: Views, campoId: string, from: Day): Promise<number | null> {
  if (from.endsWith('-01')) return null;
  const days = await daysOf(views, campoId, from, `${monthOf(from)}-31`);
  return [...days.values()].reduce((sum, mm) => sum + mm, 0);
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
  const fell = (period: string): number => farmRain(sums[year - Number(period.slice(0, 4))] ?? {}, gauge, period);
  const within = (back: number): number =>
    sumOf(
      [...days].filter(([day]) => day > addDays(today, -back)),
      ([, mm]) => mm,
    );
  const month = today.slice(4, 7);
  const before = years.slice(1).filter((one) => fell(one) > 0);
  const campaignMonths = Array.from({ length: 13 }, (_, index) => addMonths(monthOf(from), index));
  const lastRain = [...days]
    .filter(([, mm]) => mm >= aRealRain)
    .map(([day]) => day)
    .toSorted()
    .at(-1);
  return {
    year: String(year),
    ofMonth: fell(monthOf(today)),
    ofYear: fell(String(year)),
    campaign: campaignName(campaign, start),
    ofCampaign: campaignMonths
      .filter((one) => one <= monthOf(today) && !(opening !== null && one === monthOf(from)))
      .reduce((sum, one) => sum + fell(one), opening ?? 0),
    last30: within(30),
    last90: within(90),
    rainDays: [...days].filter(([day, mm]) => day.startsWith(String(year)) && mm >= aRainDay).length,
    dryDays: lastRain === undefined ? null : daysBetween(lastRain, today),
    usualOfMonth: before.length < yearsForMean ? null : sumOf(before, (one) => fell(`${one}${month}`)) / before.length,
  };
}
