import { Plus, Repeat } from 'lucide-react';
import { cycleStates } from '#domain';
import { nextWords } from '#farm/cycle-calendar.ts';
import { ButtonTo, useMay, useToday } from '#platform';
import { sendBadge } from '#farm/movement-row.tsx';
import { Badge, Button, Card, Cluster, EmptyState, Notice, PageHeading, Skeleton, Stack } from '#ui';
import { CycleForm } from './cycle-form.tsx';
import styles from './cycles.module.css';
import { Funnel, useServiceWords } from './cycle-tables.tsx';
import { type CycleWithTotals, nameOf, useCycles } from './cycle-figures.ts';

const newCycle = 'nuevo';

interface CyclesScreenProps {
  readonly sheet: string | null;
  readonly onOpen: (sheet: string) => void;
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

/** Ciclos reproductivos: each service's funnel and next step (domain.md §2.9). */
export const CyclesScreen = ({ sheet, onOpen, onClose, onMade }: CyclesScreenProps) => {
  const cycles = useCycles();
  const mayEdit = useMay('edit-cycles');
  const add = mayEdit ? (
    <Button icon={<Plus />} onClick={() => onOpen(newCycle)}>
      Nuevo ciclo
    </Button>
  ) : null;
  return (
    <>
      <PageHeading title="Ciclos reproductivos" aside={add} />
      {!cycles ? <Skeleton rows={4} /> : null}
      {cycles?.length === 0 ? (
        <EmptyState icon={<Repeat size={40} />}>
          {mayEdit
            ? 'Cargá el servicio de un rodeo: acá seguís la preñez, la parición y el destete.'
            : 'Todavía no hay ciclos. Los carga el dueño o un administrador.'}
        </EmptyState>
      ) : null}
      <ul className={styles.list} aria-label="Ciclos">
        {cycles?.map((cycle) => (
          <li key={cycle.view.row.id}>
            <CycleCard cycle={cycle} />
          </li>
        ))}
      </ul>
      {sheet === newCycle && mayEdit ? <CycleForm id={null} onSaved={onMade} onClose={onClose} /> : null}
    </>
  );
};

const CycleCard = ({ cycle: { view, tally } }: { readonly cycle: CycleWithTotals }) => {
  const { row, state, problem } = view;
  const today = useToday();
  const next = nextWords(row, today);
  return (
    <Card title={nameOf(row)}>
      <Stack>
        <Cluster>
          <Badge tone={row.state === 'anulado' ? 'danger' : 'info'}>{cycleStates[row.state]}</Badge>
          {sendBadge(state)}
        </Cluster>
        <p>{useServiceWords(row)}</p>
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        <Funnel tally={tally} state={row.state} label={`De entoradas a destetadas, ${nameOf(row)}`} />
        {next ? <p className={styles.next}>{next}</p> : null}
        <ButtonTo wide to="/ciclos-reproductivos/$id" params={{ id: row.id }} aria-label={`Ver ciclo ${nameOf(row)}`}>
          Ver ciclo
        </ButtonTo>
      </Stack>
    </Card>
  );
};
