import { birth } from '#domain/movements/kinds/inflows.ts';
import { weaning } from '#domain/movements/kinds/moves.ts';
import {
  type Cycle,
  formatDay,
  formatNumber,
  isDeleted,
  joined,
  listOf,
  rodeoOf,
  serviceTypes,
  sumOf,
  type Tally,
  tallyOf,
} from '#domain';
import { useCategories, useRodeos } from '#platform';
import { Card, DataTable, ProgressBar, Stack } from '#ui';
import { type CycleWithTotals, percent, recordsThatCount } from '#farm/cycle-totals.ts';
import { funnelOf, indexLines, indexWords, nameOf, stageWords } from './cycle-figures.ts';
import styles from './cycles.module.css';

type Records = CycleWithTotals['records'];

interface CycleNumbersProps {
  readonly cycle: CycleWithTotals;
  readonly previous: CycleWithTotals | null;
}

/** All figures of a cycle. */
export const CycleNumbers = ({ cycle: { view, tally, records }, previous }: CycleNumbersProps) => (
  <>
    <Thirds tally={tally} />
    <CycleIndices tally={tally} state={view.row.state} previous={previous} />
    <ByRodeo cycle={view.row} records={records} />
    <ByCategory cycle={view.row} records={records} />
  </>
);

interface TablesProps {
  readonly cycle: Cycle;
  readonly records: Records;
}

const heads = (count: number): string => (count > 0 ? formatNumber(count, 0) : '—');

/** Figures by rodeo; with one alone the funnel says it all (domain.md §2.9). */
const ByRodeo = ({ cycle, records }: TablesProps) => {
  const rodeos = useRodeos();
  if (cycle.rodeo_ids.length < 2 || records.length === 0 || !rodeos) return null;
  const rows = cycle.rodeo_ids.map((id) => {
    const own = records.filter(({ movement }) => movement.rodeoId === id);
    const name = rodeoOf(rodeos, id)?.name ?? 'Rodeo eliminado';
    return { id, name, tally: tallyOf(cycle, recordsThatCount(own)) };
  });
  type Line = (typeof rows)[number];
  return (
    <Card title="Por rodeo">
      <DataTable
        caption="El ciclo por rodeo"
        rows={rows}
        rowKey={(line) => line.id}
        columns={[
          { header: 'Rodeo', main: true, cell: (line: Line) => line.name },
          { header: 'Tactadas', numeric: true, cell: ({ tally }) => heads(tally.examined) },
          {
            header: 'Preñadas',
            numeric: true,
            cell: ({ tally }) =>
              tally.examined > 0
                ? `${formatNumber(tally.pregnant, 0)} (${percent(tally.pregnant / tally.examined)})`
                : '—',
          },
          { header: 'Paridas', numeric: true, cell: ({ tally }) => heads(tally.calved) },
          { header: 'Destetados', numeric: true, cell: ({ tally }) => heads(tally.weaned) },
        ]}
      />
    </Card>
  );
};

const ByCategory = ({ cycle, records }: TablesProps) => {
  const categories = useCategories();
  if (!categories) return null;
  const sum = (type: string, category: string): number =>
    sumOf(
      records
        .filter(({ movement }) => movement.type === type && !isDeleted(movement))
        .flatMap(({ movement }) => movement.animals),
      (line) => (line.type === category ? line.count : 0),
    );
  const rows = categories
    .map(({ id, name }) => ({
      id,
      name,
      served: cycle.served.find((line) => line.category_id === id)?.count ?? 0,
      born: sum(birth.type, id),
      weaned: sum(weaning.type, id),
    }))
    .filter(({ served, born, weaned }) => served + born + weaned > 0);
  if (rows.length === 0) return null;
  type Line = (typeof rows)[number];
  return (
    <Card title="Por categoría">
      <DataTable
        caption="El ciclo por categoría"
        rows={rows}
        rowKey={(line) => line.id}
        columns={[
          { header: 'Categoría', main: true, cell: (line: Line) => line.name },
          { header: 'Entoradas', numeric: true, cell: ({ served }) => heads(served) },
          { header: 'Nacidos vivos', numeric: true, cell: ({ born }) => heads(born) },
          { header: 'Destetados', numeric: true, cell: ({ weaned }) => heads(weaned) },
        ]}
      />
    </Card>
  );
};

const thirds = [
  { key: 'head', label: 'Cabeza (primer tercio)' },
  { key: 'body', label: 'Cuerpo (segundo tercio)' },
  { key: 'tail', label: 'Cola (último tercio)' },
] as const;

/** When in the service they conceived; nothing if the diagnosis did not tell. */
const Thirds = ({ tally }: { readonly tally: Tally }) => {
  if (tally.head + tally.body + tally.tail === 0) return null;
  return (
    <Card title="Cabeza, cuerpo y cola">
      <Stack>
        {thirds.map(({ key, label }) => (
          <ProgressBar
            key={key}
            label={label}
            value={tally[key]}
            max={Math.max(tally.pregnant, 1)}
            text={`${formatNumber(tally[key], 0)} (${percent(tally.pregnant > 0 ? tally[key] / tally.pregnant : null)})`}
          />
        ))}
      </Stack>
    </Card>
  );
};

interface CycleIndicesProps {
  readonly tally: Tally;
  readonly state: string;
  readonly previous: CycleWithTotals | null;
}

/** Every index, beside the previous cycle's (domain.md §4.3). */
const CycleIndices = ({ tally, state, previous }: CycleIndicesProps) => {
  const columns = [
    { header: 'Índice', main: true, cell: (line: (typeof indexLines)[number]) => line.label },
    {
      header: 'Este ciclo',
      numeric: true,
      cell: (line: (typeof indexLines)[number]) => indexWords(line, tally, state),
    },
  ];
  return (
    <Card title="Índices">
      <DataTable
        caption="Índices del ciclo"
        rows={indexLines}
        rowKey={(line) => line.key}
        columns={
          previous
            ? [
                ...columns,
                {
                  header: nameOf(previous.view.row),
                  numeric: true,
                  cell: (line) => indexWords(line, previous.tally, previous.view.row.state),
                },
              ]
            : columns
        }
      />
    </Card>
  );
};

/** Rodeos, kind and days of the service. */
export function useServiceWords({ rodeo_ids, service_type, service_start, service_end }: Cycle): string {
  const rodeos = useRodeos() ?? [];
  return joined(
    listOf(rodeos.filter(({ rodeo }) => rodeo_ids.includes(rodeo.id)).map(({ rodeo }) => rodeo.name)),
    serviceTypes[service_type as keyof typeof serviceTypes],
    `${formatDay(service_start)} a ${formatDay(service_end)}`,
  );
}

interface FunnelProps {
  readonly tally: Tally;
  readonly state: string;
  readonly label: string;
}

/** Entoradas → preñadas → paridas → destetadas, in words; the bars only help. */
export const Funnel = ({ tally, state, label }: FunnelProps) => {
  const stages = funnelOf(tally, state);
  const served = stages[0]?.heads ?? 0;
  return (
    <ol className={styles.funnel} aria-label={label}>
      {stages.map((stage) => (
        <li key={stage.key}>
          <ProgressBar
            label={stage.label}
            value={Math.min(stage.heads, served)}
            max={Math.max(served, 1)}
            text={stageWords(stage, served)}
          />
        </li>
      ))}
    </ol>
  );
};
