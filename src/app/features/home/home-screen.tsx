import { type ReactNode, Suspense } from 'react';
import { roleMay } from '#domain';
import { Card, PageHeading, RowList, Skeleton } from '#ui';
import { ButtonTo, useFarm, useLive, useSession } from '#platform';
import { MovementRow } from '#farm/movement-row.tsx';
import { NoMovements } from '#farm/no-movements.tsx';
import { Figures } from './figures.tsx';
import type { Opening } from './acts.ts';
import { LastRecord } from './last-record.tsx';
import { Launcher } from './launcher.tsx';
import styles from './home.module.css';
import { RestoredNotice } from './restored-notice.tsx';
import { SearchAside } from './search-aside.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

/** Has a chart library that a hand's phone never loads. */
const HomeCharts = lazyPart(async () => (await import('./home-charts.tsx')).HomeCharts);

/** Reads a month and a campaign, so it comes after the buttons. */
const Glance = lazyPart(async () => (await import('./glance.tsx')).Glance);

/** Reads much of the farm, so it comes after this phone's records. */
const NextThingsCard = lazyPart(async () => (await import('./next-things-card.tsx')).NextThingsCard);

interface HomeScreenProps {
  readonly onRecord: (type: string) => void;
  readonly onOpen: (opening: Opening) => void;
  readonly onSearch: () => void;
  /** Shown first on a farm without animals. */
  readonly start?: ReactNode;
  /** Notices of the app. */
  readonly children?: ReactNode;
}

/**
 * Inicio: frequent acts one tap away, always in the same place (ux.md §0.1). The office sees figures and what is due first (domain.md
 * §2.15).
 */
export const HomeScreen = ({ onRecord, onOpen, onSearch, start, children }: HomeScreenProps) => {
  const { state } = useSession();
  const maySeeFigures = roleMay(state.role ?? 'user', 'see-figures');
  return (
    <div className={styles.home}>
      <PageHeading title="Inicio" aside={<SearchAside onSearch={onSearch} />} />
      <LastRecord />
      <RestoredNotice />
      {start}
      {maySeeFigures ? <Figures /> : null}
      <Launcher onOpen={onOpen} />
      <Suspense fallback={<div className={styles.glance} />}>
        <Glance withRain={!maySeeFigures} />
      </Suspense>
      {children}
      {maySeeFigures ? (
        <Suspense fallback={null}>
          <NextThingsCard />
          <HomeCharts onRecord={onRecord} />
        </Suspense>
      ) : null}
      <LastMovements />
    </div>
  );
};

const LastMovements = () => {
  const farm = useFarm();
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
      {last && last.length > 0 ? (
        <RowList label="Últimos movimientos">
          {last.map((view) => (
            <li key={view.key}>
              <MovementRow view={view} onUndo={(opId) => void farm.acts.undo(opId)} />
            </li>
          ))}
        </RowList>
      ) : null}
    </Card>
  );
};
