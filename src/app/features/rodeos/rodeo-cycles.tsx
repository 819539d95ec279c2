import { type Cycle, cycleStates, defaultCycleName, formatDay, isOpenCycle } from '#domain';
import { nextWords } from '#farm/cycle-calendar.ts';
import { RowTo, useToday } from '#platform';
import { Card, EmptyState, MovementIcon, RowList } from '#ui';

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

/** All cycles of the rodeo. */
export const RodeoCycles = ({ cycles }: { readonly cycles: readonly Cycle[] }) =>
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
