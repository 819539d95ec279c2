import { formatDay, joined, listOf, serviceTypes } from '#domain';
import { useFarm, useRodeos } from '#platform';
import { MovementRow } from '#farm/movement-row.tsx';
import { Card, EmptyState, RowList } from '#ui';
import type { CycleWithTotals } from './use-cycles.ts';

/** Rodeos, kind and days of the service. */
export const ServiceWords = ({ cycle: { view } }: { readonly cycle: CycleWithTotals }) => {
  const { row } = view;
  const rodeos = useRodeos();
  const names = rodeos?.filter((one) => row.rodeo_ids.includes(one.rodeo.id)).map((one) => one.rodeo.name) ?? [];
  return (
    <p>
      {joined(
        listOf(names),
        serviceTypes[row.service_type as keyof typeof serviceTypes],
        `${formatDay(row.service_start)} a ${formatDay(row.service_end)}`,
        row.vet ? `Veterinario: ${row.vet}` : null,
      )}
    </p>
  );
};

/** Records shown; Movimientos has all. */
const fewRecords = 30;

/** Records of the cycle, newest first. */
export const CycleRecords = ({ records }: Pick<CycleWithTotals, 'records'>) => {
  const farm = useFarm();
  return (
    <Card title="Movimientos del ciclo" flush>
      {records.length === 0 ? (
        <EmptyState>Todavía no hay tactos, nacimientos, abortos ni destetes de este ciclo.</EmptyState>
      ) : null}
      <RowList label="Movimientos del ciclo">
        {records.slice(0, fewRecords).map((record) => (
          <li key={record.key}>
            <MovementRow view={record} onUndo={(opId) => void farm.acts.undo(opId)} />
          </li>
        ))}
      </RowList>
    </Card>
  );
};
