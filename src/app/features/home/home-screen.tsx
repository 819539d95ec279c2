import { type ReactNode, Suspense, useState } from 'react';
import { Button, Card, IconButton, NotYet, Notice, PageHeading, Skeleton, Stat, StatGrid } from '#ui';
import { ButtonTo, useLive, useMay, useToday } from '#platform';
import { MovementList } from '#farm/movement-row.tsx';
import { NoMovements } from '#farm/no-movements.tsx';
import type { Opening } from './acts.ts';
import { LastRecord } from './last-record.tsx';
import { Launcher } from './launcher.tsx';
import styles from './home.module.css';
import { readSeenTiles } from './seen-tiles.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Search } from 'lucide-react';
import { restoredPlaces, restoredSentence } from '#contract/sentences-restored.ts';
import { forgivingKeys } from '#store/keys.ts';
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

/** Has a chart library that a hand's phone never loads. */
const HomeCharts = lazyPart(async () => (await import('./home-charts.tsx')).HomeCharts);

/** `--s4` in pixels. */
const gap = 16;

/** Reads a month and a campaign, so it comes after the buttons. */
const Glance = lazyPart(async () => (await import('./glance.tsx')).Glance);

/** Reads much of the farm, so it comes after this phone's records. */
const NextThingsCard = lazyPart(async () => (await import('./next-things-card.tsx')).NextThingsCard);

interface HomeScreenProps {
  readonly onRecord: (type: string) => void;
  readonly onOpen: (opening: Opening) => void;
  readonly onSearch: () => void;
  readonly start?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Inicio: frequent acts one tap away, always in the same place (ux.md §0.1). The office sees figures and what is due first (domain.md
 * §2.15).
 */
export const HomeScreen = ({ onRecord, onOpen, onSearch, start, children }: HomeScreenProps) => {
  const maySeeFigures = useMay('see-figures');
  const [seen] = useState(() => readSeenTiles(localStorage)?.between ?? 0);
  return (
    <div className={styles.home}>
      <PageHeading title="Inicio" aside={<SearchAside onSearch={onSearch} />} />
      <div className={styles.above} {...(seen > gap && { style: { ['--seen' as string]: `${seen}px` } })}>
        <LastRecord />
        <RestoredNotice />
        {start}
        {maySeeFigures ? <Figures /> : null}
      </div>
      <Launcher onOpen={onOpen} />
      <Suspense fallback={<div className={styles.glance} />}>
        <Glance withRain={!maySeeFigures} />
      </Suspense>
      {children}
      {maySeeFigures ? (
        <>
          <Suspense fallback={<NotYet />}>
            <NextThingsCard />
          </Suspense>
          <Suspense
            fallback={
              <div className={styles.charts}>
                <NotYet />
              </div>
            }
          >
            <HomeCharts onRecord={onRecord} />
          </Suspense>
        </>
      ) : null}
      <LastMovements />
    </div>
  );
};

const LastMovements = () => {
  const last = useLive((views) => views.lastTen());
  return (
    <Card
      title="Últimos movimientos"
      flush
      action={
        <ButtonTo to="/data" variant="quiet" compact>
          Ver todo
        </ButtonTo>
      }
    >
      {!last ? <Skeleton rows={4} /> : null}
      {last?.length === 0 ? (
        <NoMovements>
          Todavía no hay movimientos. Registrá el primero y aparece acá, aunque no tengas señal.
        </NoMovements>
      ) : null}
      {last && last.length > 0 ? <MovementList label="Últimos movimientos" views={last} /> : null}
    </Card>
  );
};

/** Phones only: their bar has no room for it. */
const SearchAside = ({ onSearch }: { readonly onSearch: () => void }) => (
  <span className={styles.search}>
    <IconButton label="Buscar" icon={<Search size={28} />} onClick={onSearch} />
  </span>
);

const seenKey = 'copia-vista';

/** Tells the owner that the server was restored from a copy, until dismissed on each device. */
export const RestoredNotice = () => {
  const restored = useLive((views) => views.restored());
  const keys = forgivingKeys(localStorage);
  const [seen, setSeen] = useState(() => keys.getItem(seenKey));
  if (!restored || restored.epoch === seen) return null;
  // An older server does not say: take it as a lower bound.
  const copy = { at: restored.copy_at, mayBeNewer: restored.copy_may_be_newer ?? true };
  const dismiss = (): void => {
    keys.setItem(seenKey, restored.epoch);
    setSeen(restored.epoch);
  };
  return (
    <Notice tone="warn" role="status" action={<Button onClick={dismiss}>Entendido</Button>}>
      <p>{restoredSentence(copy, restored.returned)}</p>
      <p>{restoredPlaces}</p>
    </Notice>
  );
};

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
const Figures = () => {
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
            <Suspense fallback={<NotYet />}>
              <HerdChange heads={heads} hasHerd={words !== ''} />
            </Suspense>
          )}
        </>
      }
    />
  );
};
