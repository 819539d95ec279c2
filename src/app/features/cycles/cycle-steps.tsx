import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { type Cycle, type CycleState, cycleStates, formatDay, isOpenCycle, suggestedState } from '#domain';
import { appointments } from '#farm/cycle-calendar.ts';
import { useFarm, useMay, useToday } from '#platform';
import { Button, Card, Notice, Row, RowList, Stack, toastError, VisuallyHidden } from '#ui';
import styles from './cycles.module.css';

const steps = Object.keys(cycleStates).filter((state) => state !== 'anulado') as CycleState[];

type Place = 'done' | 'now' | 'later';
const looks = {
  done: { Icon: CircleCheck, word: 'hecho' },
  now: { Icon: CircleDot, word: 'ahora' },
  later: { Icon: CircleDashed, word: 'después' },
} as const;

/** Moves a cycle to another state; the server refuses more than a step back. */
export function useCycleMove(cycle: Cycle): (state: CycleState) => void {
  const farm = useFarm();
  return (state) => {
    void farm.acts.editThing('cycle', cycle.id, { state }).then((saved) => {
      if (!saved.ok && saved.problem.reason !== 'invalid') toastError(saved.problem.message);
    });
  };
}

/** The cycle's steps, its expected dates, and the step that the calendar suggests. */
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
