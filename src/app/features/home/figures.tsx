import { Suspense } from 'react';
import { Stat, StatGrid } from '#ui';
import { useLive, useToday } from '#platform';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ChangeToCome, FiguresToCome } from './figures-to-come.tsx';
import styles from './home.module.css';
import {
  type Day,
  evOf,
  formatNumber,
  headsOf,
  isDeleted,
  joined,
  monthName,
  monthOf,
  netHeads,
  rainWords,
  relativeDay,
  shortInBook,
  standingHeads,
  sumOf,
} from '#domain';
import { rain } from '#domain/movements/kinds/weather.ts';
import type { FarmViews } from '#sync/farm.ts';

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
  const mm = last?.metadata.mm;
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
  if (!read) return <FiguresToCome today={today} />;
  const { campos, lots, rain, rainedLast } = read;
  const year = today.slice(0, 4);
  return (
    <section aria-label="Números del establecimiento" className={styles.figures}>
      <StatGrid>
        <Heads {...read} />
        <Stat
          label={`Lluvia en ${monthName(today)}`}
          value={rainWords(rain, campos, monthOf(today)) ?? '—'}
          detail={joined(`${rainWords(rain, campos, year) ?? 'Sin registros'} en ${year}`, rainedLast)}
        />
        <Stat
          label="Lotes"
          value={formatNumber(lots.length, 0)}
          detail={`${formatNumber(sumOf(lots, (view) => view.lot.hectares))} ha`}
        />
      </StatGrid>
    </section>
  );
};

/** Negative cells count as zero and are shown as missing (figures.md §0). */
const Heads = ({ stock, categories }: Pick<Awaited<ReturnType<typeof readFigures>>, 'stock' | 'categories'>) => {
  const standing = stock.filter(({ head }) => head > 0);
  const heads = standingHeads(stock);
  const missing = heads - netHeads(stock);
  const herd = categories.map(({ id, name }) => ({
    name,
    head: netHeads(standing.filter(({ category }) => category === id)),
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
      value={formatNumber(heads, 0)}
      detail={
        <>
          {words || 'Sin hacienda cargada'}
          {missing > 0 ? (
            <span className={styles.change}>{shortInBook(missing)}</span>
          ) : (
            <Suspense fallback={<ChangeToCome isLikely={words !== ''} />}>
              <HerdChange heads={heads} hasHerd={words !== ''} />
            </Suspense>
          )}
        </>
      }
    />
  );
};
