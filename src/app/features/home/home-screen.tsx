import { type ReactNode, Suspense, useState } from 'react';
import { Button, Card, IconButton, NotYet, Notice, PageHeading, Skeleton } from '#ui';
import { ButtonTo, useLive, useMay } from '#platform';
import { MovementList } from '#farm/movement-row.tsx';
import { NoMovements } from '#farm/no-movements.tsx';
import type { Opening } from './acts.ts';
import { Figures } from './figures.tsx';
import { LastRecord } from './last-record.tsx';
import { Launcher } from './launcher.tsx';
import styles from './home.module.css';
import { readSeenTiles } from './seen-tiles.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Search } from 'lucide-react';
import { restoredPlaces, restoredSentence } from '#contract/sentences-restored.ts';
import { forgivingKeys } from '#store/keys.ts';

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
