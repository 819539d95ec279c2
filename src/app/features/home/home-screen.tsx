import { lazy, type ReactNode, Suspense } from 'react';
import { monthName, monthOf } from '../../../domain/dates.ts';
import { farmRain } from '../../../domain/farm/rain.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { mayRecord } from '../../../domain/movements/permissions.ts';
import { recordedKinds } from '../../../domain/movements/registry.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import { headsOf } from '../../../domain/text.ts';
import { ActionGrid, ActionTile } from '../../ui/action-tile.tsx';
import { Card, Stat, StatGrid } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MovementIcon } from '../../ui/icons.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RowList } from '../../ui/row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import { ButtonTo } from '../../frame/links.tsx';
import { MovementRow } from '../../frame/movement-row.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import styles from './home.module.css';
import { SearchAside } from './search-aside.tsx';

/** Drawn with a library of its own, which a hand's phone never loads. */
const HomeCharts = lazy(async () => ({ default: (await import('./home-charts.tsx')).HomeCharts }));

/** Asks for much of the farm: after what is recorded here, never before it. */
const NextThingsCard = lazy(async () => ({ default: (await import('./next-things-card.tsx')).NextThingsCard }));

const tiles = 6;

interface HomeScreenProps {
  readonly onRecord: (type: string) => void;
  readonly onSearch: () => void;
  /** What the app itself has to say on its first screen. */
  readonly children?: ReactNode;
}

/** Inicio is the launcher: what this person records most is one touch away (ux.md §0.1). The office has its figures first and what is to come after it (domain.md §2.15). */
export const HomeScreen = ({ onRecord, onSearch, children }: HomeScreenProps) => {
  const { state } = useSession();
  const maySeeFigures = roleMay(state.role ?? 'user', 'see-figures');
  return (
    <div className={styles.home}>
      <PageHeading title="Inicio" aside={<SearchAside onSearch={onSearch} />} />
      {maySeeFigures ? <Figures /> : null}
      <Launcher onRecord={onRecord} />
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

const Launcher = ({ onRecord }: { readonly onRecord: (type: string) => void }) => {
  const { state } = useSession();
  const habits = useLive((views) => views.habits());
  const uses = (type: string): number => habits?.byType[type]?.count ?? 0;
  const kinds = recordedKinds
    .filter((kind) => mayRecord(state.role ?? 'user', kind))
    .map((kind, index) => ({ kind, index }))
    .toSorted((a, b) => uses(b.kind.type) - uses(a.kind.type) || a.index - b.index)
    .slice(0, tiles);
  return (
    <section aria-label="Registrar">
      <ActionGrid>
        {kinds.map(({ kind }) => (
          <ActionTile
            key={kind.type}
            large
            group={kind.group}
            label={kind.label}
            icon={<MovementIcon name={kind.icon} size={36} />}
            onClick={() => onRecord(kind.type)}
          />
        ))}
      </ActionGrid>
    </section>
  );
};

const Figures = () => {
  const today = useToday();
  const year = today.slice(0, 4);
  const stock = useLive((views) => views.stock());
  const categories = useLive((views) => views.categories());
  const rain = useLive((views) => views.rainByMonth(year), [year]);
  const lots = useLive((views) => views.lots());
  const campos = useLive((views) => views.campos());
  if (!stock || !rain || !lots || !categories || !campos) return <Skeleton rows={2} />;
  const heads = stock.reduce((sum, cell) => sum + cell.head, 0);
  const evOf = new Map(categories.map((category) => [category.id, category.ev]));
  const ev = stock.reduce((sum, cell) => sum + cell.head * (evOf.get(cell.category) ?? 0), 0);
  const largest = categories
    .map((category) => ({
      name: category.name,
      heads: stock.filter((cell) => cell.category === category.id).reduce((sum, cell) => sum + cell.head, 0),
    }))
    .filter((category) => category.heads > 0)
    .toSorted((a, b) => b.heads - a.heads)
    .slice(0, 3);
  return (
    <section aria-label="Números del establecimiento" className={styles.figures}>
      <StatGrid>
        <Stat
          label="Cabezas"
          value={formatNumber(heads, 0)}
          detail={
            [
              ...(ev > 0 ? [`${formatNumber(ev, 1)} EV`] : []),
              ...largest.map((category) => headsOf(category.heads, category.name)),
            ].join(', ') || 'Sin hacienda cargada'
          }
        />
        <Stat
          label={`Lluvia en ${monthName(today)}`}
          value={`${formatNumber(farmRain(rain, campos, monthOf(today)), 1)} mm`}
          detail={`${formatNumber(farmRain(rain, campos, year), 1)} mm en ${year}`}
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
        <EmptyState>Todavía no hay movimientos. Registrá el primero y aparece acá, aunque no tengas señal.</EmptyState>
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
