import { useMemo } from 'react';
import { chartSentences } from '#contract/sentences-charts.ts';
import { formatDay, formatNumber, monthName } from '#domain';
import { Card, Chart, Skeleton } from '#ui';
import type { ChartSeries } from '#ui/chart-shapes.ts';
import { useCalm, useToday } from '#platform';
import { type HerdHistory, type HerdScope, readHerdHistory } from './herd-history.ts';

const inks = ['altas', 'internos', 'pesaje'] as const;
const dashes = [1, 2, 3] as const;
const whole = (heads: number): string => formatNumber(heads, 0);

function seriesOf({ total, categories }: HerdHistory): readonly ChartSeries[] {
  const isOne = categories.length < 2;
  return [
    { label: 'Total', values: total, shape: 'step', ink: 'text', bold: true },
    ...(isOne ? [] : categories).map((category, index): ChartSeries => ({
      label: category.name,
      values: category.heads,
      shape: 'step',
      ink: inks[index] ?? 'muted',
      dash: dashes[index] ?? 0,
    })),
  ];
}

function sentenceOf({ days, total }: HerdHistory): string {
  const first = total.findIndex((heads) => heads !== null);
  const before = total[first];
  const now = total.at(-1);
  const day = days[first];
  if (before === null || before === undefined || now === null || now === undefined || day === undefined) return '';
  const change = now - before;
  if (change === 0) return chartSentences.herdSame(formatDay(day));
  const say = change > 0 ? chartSentences.herdMore : chartSentences.herdFewer;
  return say(whole(Math.abs(change)), formatDay(day));
}

/** Heads by month in the farm, a rodeo or a lot, counted anew once changes rest. Nothing if only today is known. */
export const HerdChart = ({ lotId, rodeoId }: HerdScope) => {
  const today = useToday();
  const scope = { ...(lotId && { lotId }), ...(rodeoId && { rodeoId }) };
  const [history, isOld] = useCalm((views) => readHerdHistory(views, scope, today), [lotId, rodeoId, today]);
  const series = useMemo(() => (history ? seriesOf(history) : []), [history]);
  const places = useMemo(() => history?.days.map((day) => monthName(day).slice(0, 3)) ?? [], [history]);
  if (!history) return <Skeleton rows={3} />;
  if (history.total.every((heads) => heads === null || heads === 0)) return null;
  // One day makes no line.
  if (history.total.slice(0, -1).every((heads) => heads === null)) return null;
  return (
    <Card>
      <Chart
        title={chartSentences.herd}
        isBeingCounted={isOld}
        figure={`${whole(history.total.at(-1) ?? 0)} cab.`}
        summary={sentenceOf(history)}
        placeName="Al"
        places={places}
        placeWords={history.days.map(formatDay)}
        series={series}
        fromZero
        format={whole}
        unit="cab."
      />
    </Card>
  );
};
