import { formatNumber, type Tally } from '#domain';
import { Card, DataTable, ProgressBar, Stack } from '#ui';
import { type CycleWithTotals, percent } from '#farm/cycle-totals.ts';
import { indexLines, indexWords } from './cycle-figures.ts';
import { nameOf } from './use-cycles.ts';

const thirds = [
  { key: 'head', label: 'Cabeza (primer tercio)' },
  { key: 'body', label: 'Cuerpo (segundo tercio)' },
  { key: 'tail', label: 'Cola (último tercio)' },
] as const;

/** When in the service they conceived; nothing if the diagnosis did not tell. */
export const Thirds = ({ tally }: { readonly tally: Tally }) => {
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
export const CycleIndices = ({ tally, state, previous }: CycleIndicesProps) => {
  const columns = [
    { key: 'label', header: 'Índice', main: true, cell: (line: (typeof indexLines)[number]) => line.label },
    {
      key: 'now',
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
                  key: 'before',
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
