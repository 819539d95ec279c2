import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { chartSentences } from '#contract/sentences-charts.ts';
import { farmRain, formatNumber, monthName, rainTold } from '#domain';
import { Chart, Skeleton } from '#ui';
import type { ChartSeries } from '#ui/chart-shapes.ts';
import { useLive, useToday } from '#platform';

type Gauges = Parameters<typeof farmRain>[1];

const millimetres = (mm: number): string => formatNumber(mm, 1);
const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
const names = months.map((month) => monthName(`2000-${month}`));
const places = names.map((name) => name.slice(0, 3));
const columns = names.map((name) => name.charAt(0).toUpperCase() + name.slice(1));

/** Null for months to come, and of which nobody wrote anything down. */
const byMonth = (rain: Readonly<Record<string, number>>, campos: Gauges, year: string) =>
  months.map((month) => rainTold(rain, campos, `${year}-${month}`));

function sentenceOf(values: readonly (number | null)[], lastYear: string, before: number): string {
  const most = Math.max(...values.map((value) => value ?? 0));
  const month = names[values.indexOf(most)] ?? '';
  return [
    most > 0 ? chartSentences.rainiest(month, millimetres(most)) : null,
    before > 0 ? chartSentences.rainOfLastYear(lastYear, millimetres(before)) : null,
  ]
    .filter(Boolean)
    .join(' ');
}

interface RainChartProps {
  /** Gauges: the mean weighted by hectares, or one campo. */
  readonly campos: Gauges;
  /** Shown if neither year has rain. */
  readonly empty: ReactNode;
  readonly children?: ReactNode;
}

/** 'Lluvia por mes' (ux.md §4.6): this year and the last, from stored sums. */
export const RainChart = ({ campos, empty, children }: RainChartProps) => {
  const navigate = useNavigate();
  const today = useToday();
  const [year, lastYear] = [today.slice(0, 4), String(Number(today.slice(0, 4)) - 1)];
  const rain = useLive((views) => views.rainByMonth(year), [year]);
  const before = useLive((views) => views.rainByMonth(lastYear), [lastYear]);
  const series = useMemo<readonly ChartSeries[]>(
    () =>
      rain && before
        ? [
            { label: lastYear, values: byMonth(before, campos, lastYear), shape: 'outline', ink: 'clima' },
            { label: year, values: byMonth(rain, campos, year), shape: 'bars', ink: 'clima' },
          ]
        : [],
    [rain, before, campos, lastYear, year],
  );
  /** Opens a month's records, this year's if it rained, else last year's. */
  const showRecords = (index: number): void => {
    const [then, now] = series.map(({ values }) => values[index] ?? 0);
    if (!then && !now) return;
    const buscar = chartSentences.rainRecords(names[index] ?? '', now ? year : lastYear);
    void navigate({ to: '.', search: { buscar }, state: { isOverlay: true } });
  };
  if (!rain || !before) return <Skeleton rows={3} />;
  const [sum, sumBefore] = [farmRain(rain, campos, year), farmRain(before, campos, lastYear)];
  if (sum === 0 && sumBefore === 0) return empty;
  return (
    <Chart
      title={chartSentences.rain}
      figure={chartSentences.rainOfYear(millimetres(sum), year)}
      summary={sentenceOf(series[1]?.values ?? [], lastYear, sumBefore)}
      placeName="Mes"
      places={places}
      placeWords={columns}
      series={series}
      fromZero
      format={millimetres}
      unit="mm"
      onPick={showRecords}
    >
      {children}
    </Chart>
  );
};
