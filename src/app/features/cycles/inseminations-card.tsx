import { Plus } from 'lucide-react';
import { counted, type Cycle, formatDay, formatNumber, isOpenCycle, joined } from '#domain';
import { Button, Card, EmptyState, Row, RowButton, RowList } from '#ui';
import { percent } from '#farm/cycle-totals.ts';
import { type Insemination, inseminationsOf } from './inseminations.ts';

interface InseminationsCardProps {
  readonly cycle: Cycle;
  readonly served: number;
  readonly mayEdit: boolean;
  readonly onOpen: (index: number | null) => void;
}

const partsOf = ({ date, count, sire, technician, protocol }: Insemination) => ({
  title: joined(counted(count, 'vientre'), sire),
  subtitle: joined(formatDay(date), technician, protocol),
});

/** Inseminations, newest first. A natural service has none. */
export const InseminationsCard = ({ cycle, served, mayEdit, onOpen }: InseminationsCardProps) => {
  const list = inseminationsOf(cycle);
  if (cycle.service_type === 'natural' && list.length === 0) return null;
  const heads = list.reduce((sum, one) => sum + one.count, 0);
  const newest = list.map((one, index) => ({ one, index })).toSorted((a, b) => (a.one.date < b.one.date ? 1 : -1));
  return (
    <Card
      title="Inseminaciones"
      flush
      action={
        mayEdit && isOpenCycle(cycle.state) ? (
          <Button compact icon={<Plus size={20} />} onClick={() => onOpen(null)}>
            Agregar
          </Button>
        ) : undefined
      }
    >
      {list.length === 0 ? <EmptyState>Todavía no se cargó ninguna inseminación de este servicio.</EmptyState> : null}
      <RowList label="Inseminaciones">
        {newest.map(({ one, index }) => (
          <li key={index}>
            {mayEdit ? <RowButton leads {...partsOf(one)} onClick={() => onOpen(index)} /> : <Row {...partsOf(one)} />}
          </li>
        ))}
        {list.length > 0 ? (
          <li>
            <Row
              title="En total"
              right={
                served > 0
                  ? `${formatNumber(heads, 0)} de ${formatNumber(served, 0)} (${percent(heads / served)})`
                  : formatNumber(heads, 0)
              }
            />
          </li>
        ) : null}
      </RowList>
    </Card>
  );
};
