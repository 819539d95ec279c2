import { type ReactNode, useState } from 'react';
import { quickKinds } from '#domain/movements/kinds/quick.ts';
import { type Cycle, type CycleState, cycleStates, isOpenCycle } from '#domain';
import { useFarm } from '#platform';
import {
  ActionGrid,
  ActionTile,
  Button,
  Cluster,
  ConfirmDialog,
  MovementIcon,
  SelectField,
  Stack,
  toastError,
} from '#ui';
import { useCycleMove } from './cycle-steps.tsx';

interface RecordTilesProps {
  readonly cycle: Cycle;
  readonly onRecord: (type: string, rodeoId: string | null) => void;
}

/** Records for a cycle, in its rodeo if it has only one. */
export const RecordTiles = ({ cycle, onRecord }: RecordTilesProps) => {
  if (!isOpenCycle(cycle.state)) return null;
  const [rodeo] = cycle.rodeo_ids.length === 1 ? cycle.rodeo_ids : [];
  return (
    <section aria-label="Registrar en este ciclo">
      <ActionGrid>
        {quickKinds.cycle.map((kind) => (
          <ActionTile
            key={kind.type}
            group={kind.group}
            label={kind.spoken}
            icon={<MovementIcon name={kind.icon} size={28} />}
            onClick={() => onRecord(kind.type, rodeo ?? null)}
          />
        ))}
      </ActionGrid>
    </section>
  );
};

const order = Object.keys(cycleStates) as CycleState[];

/** States a cycle may go to: on, or one step back; annulling has its own button. */
function stepsFrom(cycle: Cycle): CycleState[] {
  if (cycle.state === 'anulado') {
    const from = cycle['annulled_from'];
    return order.filter((state) => state === from);
  }
  const at = order.indexOf(cycle.state);
  return order.filter((state, index) => state !== 'anulado' && index >= at - 1);
}

interface CycleActsProps {
  readonly cycle: Cycle;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** What the office does with a cycle: change its state, annul, delete. */
export const CycleActs = ({ cycle, onGone, children }: CycleActsProps) => {
  const move = useCycleMove(cycle);
  const [asking, setAsking] = useState<'anular' | 'eliminar' | null>(null);
  const farm = useFarm();
  const close = (): void => setAsking(null);
  const remove = async (): Promise<void> => {
    close();
    const removed = await farm.acts.deleteThing('cycle', cycle.id);
    if (removed.ok) onGone();
    else if (removed.problem.reason !== 'invalid') toastError(removed.problem.message);
  };
  return (
    <Stack>
      <SelectField
        label="Etapa"
        hint={
          cycle.state === 'cerrado' ? 'Cerrado: sus índices quedan como estaban' : 'Al cerrar, los índices quedan fijos'
        }
        options={[...new Set([cycle.state, ...stepsFrom(cycle)])].map((state) => ({
          value: state,
          label: cycleStates[state],
        }))}
        value={cycle.state}
        onChange={(state) => move(state as CycleState)}
      />
      <Cluster>
        {children}
        {cycle.state === 'anulado' ? null : <Button onClick={() => setAsking('anular')}>Anular ciclo</Button>}
        <Button variant="danger" onClick={() => setAsking('eliminar')}>
          Eliminar ciclo
        </Button>
      </Cluster>
      <ConfirmDialog
        open={asking === 'anular'}
        title="¿Anular este ciclo?"
        confirmLabel="Anular ciclo"
        onConfirm={() => {
          close();
          move('anulado');
        }}
        onClose={close}
      >
        Deja de contar en los índices. Sus registros quedan, y se puede volver atrás.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'eliminar'}
        danger
        title="¿Eliminar este ciclo?"
        confirmLabel="Eliminar"
        onConfirm={() => void remove()}
        onClose={close}
      >
        Sus tactos, nacimientos y destetes quedan en la historia, sin ciclo.
      </ConfirmDialog>
    </Stack>
  );
};
