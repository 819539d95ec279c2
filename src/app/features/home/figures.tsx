import { Suspense } from 'react';
import {
  type Day,
  evOf,
  farmRain,
  formatNumber,
  headsOf,
  isDeleted,
  joined,
  monthName,
  monthOf,
  relativeDay,
  shortInBook,
} from '#domain';
import { rain } from '#domain/movements/kinds/weather.ts';
import { useLive, useToday } from '#platform';
import type { FarmViews } from '#sync/farm.ts';
import { Skeleton, Stat, StatGrid } from '#ui';
import styles from './home.module.css';
import { lazyPart } from '#ui/lazy-part.tsx';

/** Reads a month of records, so it loads after the figures. */
const HerdChange = lazyPart(async () => (await import('./herd-change.tsx')).HerdChange);

const largestShown = 3;
/** Several, as the newest may be deleted. */
const rainsRead = 20;

/** `última: ayer, 12 mm`; no millimetres if several gauges were read that day. */
async function lastRain(views: Pick<FarmViews, 'page'>, today: Day): Promise<string | null> {
  const { items } = await views.page({ types: [rain.type] }, null, rainsRead);
  const fell = items.map(({ movement }) => movement).filter((movement) => !isDeleted(movement));
  const [last, before] = fell.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
  const mm = last?.metadata['mm'];
  if (last === undefined || typeof mm !== 'number') return null;
  const when = `última: ${relativeDay(last.date, today)}`;
  return before?.date === last.date ? when : `${when}, ${formatNumber(mm, 1)} mm`;
}

async function readFigures(views: FarmViews, today: Day) {
  const [stock, categories, campos, lots, rain, rainedLast] = await Promise.all([
    views.stock(),
    views.categories(),
    views.campos(),
    views.lots(),
    views.rainByMonth(today.slice(0, 4)),
    lastRain(views, today),
  ]);
  return { stock, categories, campos, lots, rain, rainedLast };
}

/** Heads, rain and lots (domain.md §2.15). */
export const Figures = () => {
  const today = useToday();
  const read = useLive((views) => readFigures(views, today), [today]);
  if (!read) return <Skeleton rows={2} />;
  const { campos, lots, rain, rainedLast } = read;
  const year = today.slice(0, 4);
  return (
    <section aria-label="Números del establecimiento" className={styles.figures}>
      <StatGrid>
        <Heads {...read} />
        <Stat
          label={`Lluvia en ${monthName(today)}`}
          value={`${formatNumber(farmRain(rain, campos, monthOf(today)), 1)} mm`}
          detail={joined(`${formatNumber(farmRain(rain, campos, year), 1)} mm en ${year}`, rainedLast)}
        />
        <Stat
          label="Lotes"
          value={formatNumber(lots.length, 0)}
          detail={`${formatNumber(lots.reduce((sum, view) => sum + view.lot.hectares, 0))} ha`}
        />
      </StatGrid>
    </section>
  );
};

const sumOf = (cells: readonly { readonly head: number }[]): number => cells.reduce((sum, { head }) => sum + head, 0);

/** Negative cells count as zero and are shown as missing (figures.md §0). */
const Heads = ({ stock, categories }: Pick<Awaited<ReturnType<typeof readFigures>>, 'stock' | 'categories'>) => {
  const standing = stock.filter(({ head }) => head > 0);
  const missing = sumOf(standing) - sumOf(stock);
  const herd = categories.map(({ id, name }) => ({
    name,
    head: sumOf(standing.filter(({ category }) => category === id)),
  }));
  const ev = evOf(standing, categories);
  const largest = herd
    .filter(({ head }) => head > 0)
    .toSorted((a, b) => b.head - a.head)
    .slice(0, largestShown)
    .map(({ name, head }) => headsOf(head, name));
  const words = [...(ev > 0 ? [`${formatNumber(ev, 1)} EV`] : []), ...largest].join(', ');
  return (
    <Stat
      label="Cabezas"
      value={formatNumber(sumOf(standing), 0)}
      detail={
        <>
          {words || 'Sin hacienda cargada'}
          {missing > 0 ? (
            <span className={styles.change}>{shortInBook(missing)}</span>
          ) : (
            <Suspense fallback={null}>
              <HerdChange hasHerd={words !== ''} />
            </Suspense>
          )}
        </>
      }
    />
  );
};
