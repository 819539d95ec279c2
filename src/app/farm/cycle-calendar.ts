import { cycleSentences } from '#contract/sentences-cycles.ts';
import { type Cycle, type CycleState, cycleStates, type Day, daysBetween, expectedDays, isOpenCycle } from '#domain';

export interface Appointment {
  readonly label: string;
  readonly from: Day;
  readonly to: Day;
  /** The state that it brings: over when the cycle is there. */
  readonly reaches: CycleState;
  /** Has to be done by somebody, late too; bulls and cows do the rest, and when its days are over the next thing counts. */
  readonly isWork: boolean;
}

/** What is to be expected when. */
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

/** What of a cycle is to be done next, or should have been; null when nothing is to come. */
export function nextAppointment(cycle: Cycle, today: Day): Appointment | null {
  if (!isOpenCycle(cycle.state)) return null;
  const isToCome = (one: Appointment): boolean =>
    order.indexOf(cycle.state) < order.indexOf(one.reaches) && (one.to >= today || one.isWork);
  return appointments(cycle).find(isToCome) ?? null;
}

/** `Tacto en 12 días`, `Parición hasta el 25/10/2026`; null when nothing is to come. */
export function nextWords(cycle: Cycle, today: Day): string | null {
  const next = nextAppointment(cycle, today);
  if (!next) return null;
  const days = daysBetween(today, next.from);
  if (days > 0) return cycleSentences.inDays(next.label, days);
  if (days === 0) return cycleSentences.fromToday(next.label);
  return next.to >= today ? cycleSentences.until(next.label, next.to) : cycleSentences.passed(next.label, next.to);
}
