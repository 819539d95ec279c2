import { useMemo } from 'react';
import { daysBetween, formatDay, formatGain, formatGainFigure, formatKilos, formatNumber, monthName } from '#domain';
import { Card, Chart } from '#ui';
import type { ChartSeries } from '#ui/chart-shapes.ts';
import type { Weight } from './weights.ts';

interface WeightChartsProps {
  /** Oldest first. */
  readonly weights: readonly Weight[];
  /** Target gain in kg/day (domain.md §2.3). */
  readonly target: number | null;
}

const fewest = 2;
const kilos = (value: number): string => formatNumber(value, 0);
const shortDay = (day: string): string => `${monthName(day).slice(0, 3)} ${day.slice(2, 4)}`;
/** A gain across different groups says nothing (domain.md §4.6). */
const gainOf = (one: Weight): number | null => (one.group_changed ? null : one.daily_gain);

/** Difference since the group last changed, or other categories were weighed. */
function averageWords(weights: readonly Weight[]): string {
  const last = weights.at(-1);
  const changed = weights.findLastIndex((one) => one.group_changed);
  const others = weights.findLastIndex(({ of }) => of.join() !== last?.of.join());
  const first = weights[Math.max(0, changed, others + 1)];
  if (!first || !last) return '';
  if (first === last) return 'En esta pesada el grupo era otro: no se compara con la anterior.';
  const gained = last.average_kg - first.average_kg;
  return `${formatKilos(Math.abs(gained))} ${gained < 0 ? 'menos' : 'más'} que el ${formatDay(first.date)}.`;
}

/** Points by date: uneven intervals must not look even. */
function usePlaces(weights: readonly Weight[]) {
  return useMemo(() => {
    const first = weights[0]?.date ?? '';
    return {
      places: weights.map(({ date }) => shortDay(date)),
      placeWords: weights.map(({ date }) => formatDay(date)),
      positions: weights.map(({ date }) => daysBetween(first, date)),
    };
  }, [weights]);
}

const AverageChart = ({ weights }: Pick<WeightChartsProps, 'weights'>) => {
  const where = usePlaces(weights);
  const series = useMemo<readonly ChartSeries[]>(
    () => [
      { label: 'Promedio', values: weights.map((one) => one.average_kg), shape: 'points', ink: 'pesaje', bold: true },
    ],
    [weights],
  );
  const last = weights.at(-1);
  if (!last) return null;
  return (
    <Chart
      title="Peso promedio"
      figure={formatKilos(last.average_kg)}
      summary={averageWords(weights)}
      placeName="Fecha"
      {...where}
      series={series}
      fromZero={false}
      format={kilos}
      unit="kg"
    />
  );
};

const GainChart = ({ weights, target }: WeightChartsProps) => {
  const where = usePlaces(weights);
  const series = useMemo<readonly ChartSeries[]>(
    () => [
      { label: 'Ganancia', values: weights.map(gainOf), shape: 'points', ink: 'altas', bold: true },
      ...(target === null
        ? []
        : [{ label: 'Objetivo', values: weights.map(() => target), shape: 'limit', ink: 'muted', dash: 1 } as const]),
    ],
    [weights, target],
  );
  const last = weights.map(gainOf).findLast((gain) => gain !== null) ?? null;
  if (last === null) return null;
  const short = target === null ? 0 : target - last;
  const reached = short > 0 ? `Faltan ${formatGain(short)} para el objetivo.` : 'Llega al objetivo.';
  return (
    <Chart
      title="Ganancia diaria"
      figure={formatGain(last)}
      summary={target === null ? 'Entre pesadas del mismo grupo con dos semanas o más en el medio.' : reached}
      placeName="Fecha"
      {...where}
      series={series}
      fromZero
      format={formatGainFigure}
      unit="kg/día"
    />
  );
};

/** Weight and gain charts (domain.md §2.3, §4.6), from two weighings on. */
export const WeightCharts = ({ weights, target }: WeightChartsProps) =>
  weights.length < fewest ? null : (
    <>
      <Card>
        <AverageChart weights={weights} />
      </Card>
      {weights.some((one) => gainOf(one) !== null) ? (
        <Card>
          <GainChart weights={weights} target={target} />
        </Card>
      ) : null}
    </>
  );
