import { cycleSentences } from '#contract/sentences-cycles.ts';
import { type Cycle, type CycleState, cycleStates, type Day, daysBetween, expectedDays, isOpenCycle } from '#domain';

export interface Appointment {
  readonly label: string;
  readonly from: Day;
  readonly to: Day;
  /** Over once the cycle is in this state. */
  readonly reaches: CycleState;
  /** Somebody has to do it, even late; the rest happens by itself and passes with its days. */
  readonly isWork: boolean;
}

/** A cycle's calendar. */
export function appointments(cycle: Cycle): readonly Appointment[] {
  const days = expectedDays(cycle);
  return [
    { label: 'Servicio', from: cycle.service_start, to: cycle.service_end, reaches: 'a_tactar', isWork: false },
    { label: 'Tacto', from: days.diagnosis_on, to: days.diagnosis_on, reaches: 'tactado', isWork: true },
    { label: 'Parición', from: days.calving_from, to: days.calving_to, reaches: 'a_destetar', isWork: false },
    { label: 'Destete', from: days.weaning_from, to: days.weaning_to, reaches: 'destetado', isWork: true },
  ];
}

const order = Object.keys(cycleStates);

/** The next appointment, or one overdue; null when none is left. */
export function nextAppointment(cycle: Cycle, today: Day): Appointment | null {
  if (!isOpenCycle(cycle.state)) return null;
  const isToCome = (one: Appointment): boolean =>
    order.indexOf(cycle.state) < order.indexOf(one.reaches) && (one.to >= today || one.isWork);
  return appointments(cycle).find(isToCome) ?? null;
}

/** `Tacto en 12 días`, `Parición hasta el 25/10/2026`; null when none is left. */
export function nextWords(cycle: Cycle, today: Day): string | null {
  const next = nextAppointment(cycle, today);
  if (!next) return null;
  const days = daysBetween(today, next.from);
  if (days > 0) return cycleSentences.inDays(next.label, days);
  if (days === 0) return cycleSentences.fromToday(next.label);
  return next.to >= today ? cycleSentences.until(next.label, next.to) : cycleSentences.passed(next.label, next.to);
}
