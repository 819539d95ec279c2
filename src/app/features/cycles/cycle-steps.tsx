import { failureWords } from '#farm/failure-words.ts';
import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { type Cycle, type CycleState, cycleStates, formatDay, isOpenCycle, suggestedState, things } from '#domain';
import { appointments } from '#farm/cycle-calendar.ts';
import { useFarm, useMay, useToday } from '#platform';
import {
  ActionGrid,
  ActionTile,
  Asking,
  Button,
  Card,
  Cluster,
  MovementIcon,
  Notice,
  Row,
  RowList,
  SelectField,
  Stack,
  toastError,
  VisuallyHidden,
} from '#ui';
import styles from './cycles.module.css';
import type { ReactNode } from 'react';
import { DeleteThing } from '#farm/things/delete-thing.tsx';
import { quickKinds } from '#domain/movements/kinds/quick.ts';

const steps = Object.keys(cycleStates).filter((state) => state !== 'anulado') as CycleState[];

type Place = 'done' | 'now' | 'later';
const looks = {
  done: { Icon: CircleCheck, word: 'hecho' },
  now: { Icon: CircleDot, word: 'ahora' },
  later: { Icon: CircleDashed, word: 'después' },
} as const;

/** Moves a cycle to another state; the server refuses more than a step back. */
function useCycleMove(cycle: Cycle): (state: CycleState) => void {
  const farm = useFarm();
  return (state) => {
    void farm.acts.editThing('cycle', cycle.id, { state }).then((saved) => {
      if (!saved.ok) toastError(failureWords(saved.problem));
    });
  };
}

/** Steps, expected dates, and the step that the calendar suggests. */
export const CycleSteps = ({ cycle }: { readonly cycle: Cycle }) => {
  const today = useToday();
  const move = useCycleMove(cycle);
  const suggested = suggestedState(cycle.state, cycle, today);
  const mayEdit = useMay('edit-cycles');
  const at = steps.indexOf(cycle.state);
  const placeOf = (index: number): Place => (index < at ? 'done' : index === at ? 'now' : 'later');
  return (
    <Card title="Etapas">
      <Stack>
        {cycle.state === 'anulado' ? (
          <Notice tone="warn">Este ciclo está anulado: no cuenta en ningún índice.</Notice>
        ) : null}
        {suggested && mayEdit ? (
          <Notice
            action={
              <Button compact onClick={() => move(suggested)}>
                {`Pasar a «${cycleStates[suggested]}»`}
              </Button>
            }
          >
            {`Por la fecha, este ciclo ya estaría «${cycleStates[suggested]}».`}
          </Notice>
        ) : null}
        {cycle.state === 'anulado' ? null : (
          <ol className={styles.steps} aria-label="Etapas del ciclo">
            {steps.map((step, index) => (
              <Step key={step} step={step} place={placeOf(index)} />
            ))}
          </ol>
        )}
        {isOpenCycle(cycle.state) ? <Expected cycle={cycle} /> : null}
      </Stack>
    </Card>
  );
};

const Step = ({ step, place }: { readonly step: CycleState; readonly place: Place }) => {
  const { Icon, word } = looks[place];
  return (
    <li className={styles.stepLine} data-place={place} {...(place === 'now' && { 'aria-current': 'step' as const })}>
      <Icon size={22} aria-hidden />
      <span>
        {cycleStates[step]}
        <VisuallyHidden>{`, ${word}`}</VisuallyHidden>
      </span>
    </li>
  );
};

const Expected = ({ cycle }: { readonly cycle: Cycle }) => (
  <RowList label="Fechas previstas">
    {appointments(cycle).map(({ label, from, to }) => (
      <li key={label}>
        <Row title={label} right={from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`} />
      </li>
    ))}
  </RowList>
);

interface RecordTilesProps {
  readonly cycle: Cycle;
  readonly onRecord: (type: string, rodeoId: string | null) => void;
}

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
    const from = cycle.annulled_from;
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
        {cycle.state === 'anulado' ? null : (
          <Asking
            button={(ask) => <Button onClick={ask}>Anular ciclo</Button>}
            title="¿Anular este ciclo?"
            confirmLabel="Anular ciclo"
            onConfirm={() => move('anulado')}
          >
            Deja de contar en los índices. Sus registros quedan, y se puede volver atrás.
          </Asking>
        )}
        <DeleteThing
          thing={things.cycle}
          id={cycle.id}
          name={cycle.name}
          label="Eliminar ciclo"
          title="¿Eliminar este ciclo?"
          onDeleted={onGone}
        >
          Sus tactos, nacimientos y destetes quedan en la historia, sin ciclo.
        </DeleteThing>
      </Cluster>
    </Stack>
  );
};
