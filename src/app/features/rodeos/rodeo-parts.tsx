import { Fence, Scale, Syringe } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  counted,
  type Cycle,
  cycleStates,
  daysAgo,
  daysBetween,
  defaultCycleName,
  formatDay,
  formatGain,
  formatKilos,
  formatNumber,
  isOpenCycle,
  joined,
  shortInBook,
  withdrawalOf,
} from '#domain';
import { RowTo, useToday } from '#platform';
import { MovementList, MovementRow } from '#farm/movement-row.tsx';
import { PlaceNotes } from '#farm/place-notes.tsx';
import { UnsexedCalves } from '#farm/split-by-sex.tsx';
import type { MovementView } from '#sync/farm.ts';
import { Badge, Card, DataTable, EmptyState, MovementIcon, Row, RowList, Segmented } from '#ui';
import type { HeadKilos } from '#domain/farm/weight-gain.ts';
import { nextWords } from '#farm/cycle-calendar.ts';
import { type CategoryKilos, type RodeoWhole, type StandingIn, treatmentsOf } from './rodeo-whole.ts';
import { WeightCharts } from './weight-charts.tsx';
import type { Weight } from './weights.ts';

interface RodeoPlacesProps {
  readonly rodeoId: string;
  readonly places: readonly StandingIn[];
  readonly today: string;
  readonly kilos: readonly CategoryKilos[];
  readonly sheet: string | null;
  readonly onSheetEnd: () => void;
}

/** Where the rodeo stands, its kilos and its notes. */
export const RodeoPlaces = ({ rodeoId, places, today, kilos, sheet, onSheetEnd }: RodeoPlacesProps) => (
  <>
    <Card title="Hacienda por lote" flush>
      {places.length === 0 ? <EmptyState>No hay animales cargados en este rodeo.</EmptyState> : null}
      <RowList label="Hacienda por lote">
        {places.map((place) => (
          <li key={place.lot?.id ?? ''}>
            <PlaceRow {...{ place, today }} />
          </li>
        ))}
      </RowList>
    </Card>
    <RodeoKilos kilos={kilos} />
    <UnsexedCalves {...{ rodeoId, sheet, onSheetEnd }} />
    <PlaceNotes rodeoId={rodeoId} />
  </>
);

const headsIn = ({ lines }: StandingIn): ReactNode =>
  lines
    .map(({ category, head }) =>
      head < 0
        ? shortInBook(-head, category?.name ?? 'Categoría eliminada')
        : `${category?.name ?? 'Categoría eliminada'} ${formatNumber(head, 0)}`,
    )
    .join(' · ');

const PlaceRow = ({ place, today }: { readonly place: StandingIn; readonly today: string }) => {
  const { lot, since, heads } = place;
  const parts = {
    title: lot?.name ?? 'Sin lote',
    subtitle: headsIn(place),
    right: (
      <>
        <strong>{formatNumber(heads, 0)} cab.</strong>
        {since !== null && since <= today ? (
          <span>{since === today ? 'desde hoy' : daysAgo(daysBetween(since, today))}</span>
        ) : null}
      </>
    ),
    icon: <Fence size={26} />,
  };
  return lot ? <RowTo to="/lots/$id" params={{ id: lot.id }} {...parts} /> : <Row {...parts} />;
};

const tabs = [
  { value: 'movimientos', label: 'Movimientos' },
  { value: 'pesadas', label: 'Pesadas' },
  { value: 'sanidad', label: 'Sanidad' },
  { value: 'ciclos', label: 'Ciclos' },
] as const;
type Tab = (typeof tabs)[number]['value'];

/** The rodeo's history in tabs (domain.md §2.3). */
export const RodeoTabs = ({ whole }: { readonly whole: RodeoWhole }) => {
  const [tab, setTab] = useState<Tab>('movimientos');
  return (
    <>
      <Segmented<Tab> label="Ver del rodeo" options={tabs} value={tab} onChange={setTab} />
      {tab === 'movimientos' ? <Movements views={whole.movements.slice(0, lastShown)} /> : null}
      {tab === 'pesadas' ? (
        <>
          <WeightCharts weights={whole.weights} target={whole.view.row.target_daily_gain_kg} />
          <Weights weights={whole.weights} />
        </>
      ) : null}
      {tab === 'sanidad' ? <Health whole={whole} /> : null}
      {tab === 'ciclos' ? <RodeoCycles cycles={whole.cycles} /> : null}
    </>
  );
};

const lastShown = 20;

const Movements = ({ views }: { readonly views: readonly MovementView[] }) => (
  <Card title="Últimos movimientos" flush>
    {views.length === 0 ? <EmptyState>Todavía no hay movimientos de este rodeo.</EmptyState> : null}
    <MovementList label="Últimos movimientos" views={views} />
  </Card>
);

/** Newest first; a gain is since a weighing at least two weeks earlier (domain.md §4.6). */
const Weights = ({ weights }: { readonly weights: readonly Weight[] }) =>
  weights.length === 0 ? (
    <EmptyState icon={<Scale size={40} />}>Sin pesadas cargadas. Con dos pesadas se ve la ganancia diaria.</EmptyState>
  ) : (
    <DataTable
      caption="Pesadas del rodeo"
      rows={weights.toReversed()}
      rowKey={(weight) => weight.date}
      columns={[
        { header: 'Fecha', main: true, cell: (weight) => formatDay(weight.date) },
        { header: 'Promedio', numeric: true, cell: (weight) => formatKilos(weight.average_kg) },
        {
          header: 'Ganancia diaria',
          numeric: true,
          cell: (weight) => (weight.daily_gain === null ? '—' : formatGain(weight.daily_gain)),
        },
        {
          header: 'Grupo',
          cell: (weight) => (weight.group_changed ? <Badge tone="warn">Grupo cambió</Badge> : 'El mismo'),
        },
      ]}
    />
  );

const Health = ({ whole }: { readonly whole: RodeoWhole }) => {
  const today = useToday();
  const given = treatmentsOf(whole);
  if (given.length === 0) {
    return <EmptyState icon={<Syringe size={40} />}>Sin tratamientos cargados en este rodeo.</EmptyState>;
  }
  return (
    <Card title="Tratamientos" flush>
      <RowList label="Tratamientos">
        {given.map((view) => (
          <li key={view.key}>
            <MovementRow view={view} />
            <Running {...{ view, today }} />
          </li>
        ))}
      </RowList>
    </Card>
  );
};

const Running = ({ view, today }: { readonly view: MovementView; readonly today: string }) => {
  const running = withdrawalOf(view.movement, today);
  return running ? <Row title={<Badge tone="warn">En retiro hasta {formatDay(running.until)}</Badge>} /> : null;
};

const title = 'Kilos por cabeza';

/** Kilos per head by category today, and their source (figures.md §2). */
const RodeoKilos = ({ kilos }: { readonly kilos: readonly CategoryKilos[] }) =>
  kilos.length === 0 ? null : (
    <Card title={title} flush>
      <RowList label={title}>
        {kilos.map(({ category, kilos: found }, index) => (
          <li key={category?.id ?? `gone ${index}`}>
            <Row
              title={category?.name ?? 'Categoría eliminada'}
              subtitle={found ? takenFrom(found) : 'Sin pesadas'}
              right={
                found ? (
                  <>
                    <strong>{formatKilos(found.kg)}</strong>
                    <Badge>{marks[found.mark]}</Badge>
                  </>
                ) : (
                  '—'
                )
              }
            />
          </li>
        ))}
      </RowList>
    </Card>
  );

const marks = { medido: 'Medido', estimado: 'Estimado' } as const;

const takenFrom = ({ weighed_on, gained, group_changed }: HeadKilos): string =>
  joined(
    `Del ${formatDay(weighed_on)}`,
    gained && `más ${counted(gained.days, 'día')} a ${formatGain(gained.daily_gain)}`,
    group_changed ? 'Grupo cambió' : null,
  );

const newestFirst = (cycles: readonly Cycle[]): readonly Cycle[] =>
  cycles.toSorted((a, b) => (a.service_start < b.service_start ? 1 : -1));

const CycleRow = ({ cycle, words }: { readonly cycle: Cycle; readonly words: string | null }) => (
  <RowTo
    to="/ciclos-reproductivos/$id"
    params={{ id: cycle.id }}
    icon={<MovementIcon name="cycle" />}
    title={cycle.name || defaultCycleName(cycle.service_start)}
    subtitle={words ?? `Servicio del ${formatDay(cycle.service_start)} al ${formatDay(cycle.service_end)}`}
    right={cycleStates[cycle.state]}
  />
);

/** The rodeo's open breeding cycle and its next step (domain.md §2.3). */
export const CurrentCycle = ({ cycles }: { readonly cycles: readonly Cycle[] }) => {
  const today = useToday();
  const [current] = newestFirst(cycles.filter((cycle) => isOpenCycle(cycle.state)));
  if (!current) return null;
  return (
    <Card title="Ciclo en curso" flush>
      <CycleRow cycle={current} words={nextWords(current, today)} />
    </Card>
  );
};

const RodeoCycles = ({ cycles }: { readonly cycles: readonly Cycle[] }) =>
  cycles.length === 0 ? (
    <EmptyState icon={<MovementIcon name="cycle" size={40} />}>
      Este rodeo no está en ningún ciclo reproductivo.
    </EmptyState>
  ) : (
    <Card title="Ciclos reproductivos" flush>
      <RowList label="Ciclos reproductivos">
        {newestFirst(cycles).map((cycle) => (
          <li key={cycle.id}>
            <CycleRow cycle={cycle} words={null} />
          </li>
        ))}
      </RowList>
    </Card>
  );
