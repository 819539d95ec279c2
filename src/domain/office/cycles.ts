import * as z from 'zod/mini';
import { arrival, maybe, numberOrNull, textOrNull } from '../schemas.ts';
import { addDays, type Day, daysBetween } from '../dates.ts';
import { limits } from '../limits.ts';
import { gestationDays } from '../farm/gestation.ts';
import type { Service } from '../movements/answers.ts';
import { idSchema } from '../movements/fields.ts';
import { recordedKind } from '../movements/registry.ts';
import type { Issue } from '../validation.ts';
import { daySchema, maybeText, oneOf, saidText, storedShape, wholeUpTo } from './schemas.ts';

/** How the females are served (domain.md §2.9). */
export const serviceTypes = { natural: 'Natural', ia: 'IA', iatf: 'IATF', iatf_repaso: 'IATF + repaso' } as const;

/** The states of a breeding year in their order; 'anulado' stands outside of it. */
export const cycleStates = {
  planificado: 'Planificado',
  en_servicio: 'En servicio',
  a_tactar: 'A tactar',
  tactado: 'Tactado',
  en_paricion: 'En parición',
  a_destetar: 'A destetar',
  destetado: 'Destetado',
  cerrado: 'Cerrado',
  anulado: 'Anulado',
} as const;
export type CycleState = keyof typeof cycleStates;

const order = Object.keys(cycleStates).filter((state) => state !== 'anulado');
const rankOf = (state: string | null): number => (state === null ? -1 : order.indexOf(state));

/** A service lasts so long at most, and seldom longer than usual (domain.md §2.9). */
const longestServiceDays = 180;
const usualServiceDays = 120;

const heads = wholeUpTo(limits.headsPerLine);

const details = {
  name: z.optional(saidText(limits.placeNameMaxLength, 'Ingresá el nombre del ciclo')),
  served: z.optional(
    z.array(z.strictObject({ category_id: idSchema, count: heads })).check(z.maxLength(limits.linesPerMovement)),
  ),
  bulls: maybe(heads),
  withdrawn: maybe(heads),
  inseminations: z.optional(
    z
      .array(
        z.strictObject({
          date: daySchema,
          count: heads,
          sire: maybeText(80),
          technician: maybeText(80),
          protocol: maybeText(120),
        }),
      )
      .check(z.maxLength(200)),
  ),
  state: z.optional(oneOf(cycleStates)),
  vet: maybeText(limits.personNameMaxLength),
  notes: maybeText(2000),
  ...arrival,
};
const rodeos = z
  .array(idSchema, { error: 'Elegí al menos un rodeo' })
  .check(z.minLength(1, { error: 'Elegí al menos un rodeo' }), z.maxLength(100));

/** A new breeding cycle. Without a name it is called after its season; without females they are taken from the book. */
export const cycleForm = z.strictObject({
  rodeo_ids: rodeos,
  service_type: oneOf(serviceTypes),
  service_start: daySchema,
  service_end: daySchema,
  ...details,
});

/** Changes of a cycle: only what is sent changes. */
export const cycleChanges = z.strictObject({
  rodeo_ids: z.optional(rodeos),
  service_type: z.optional(oneOf(serviceTypes)),
  service_start: z.optional(daySchema),
  service_end: z.optional(daySchema),
  ...details,
});

/** A cycle on the wire, with what its movements add up to. Ratios are of one; null where nothing can be said. */
export const cycleSchema = z.looseObject({
  ...storedShape,
  name: z.string(),
  rodeo_ids: z.array(z.string()),
  service_type: z.string(),
  service_start: z.string(),
  service_end: z.string(),
  served: z.array(z.object({ category_id: z.string(), count: z.number() })),
  bulls: numberOrNull,
  withdrawn: numberOrNull,
  inseminations: z.array(z.looseObject({ date: z.string(), count: z.number() })),
  state: z.enum(Object.keys(cycleStates) as [CycleState, ...CycleState[]]),
  suggested_state: textOrNull,
  vet: textOrNull,
  notes: textOrNull,
  indices: z.record(z.string(), numberOrNull),
});
export type Cycle = z.infer<typeof cycleSchema>;

/** What no single field sees: the service ends after it begins, within half a year. */
export function serviceIssues({ service_start: start, service_end: end }: Service): Issue[] {
  if (end < start) return [{ path: 'service_end', message: 'El servicio termina antes de empezar' }];
  const tooLong = daysBetween(start, end) > longestServiceDays;
  return tooLong ? [{ path: 'service_end', message: 'El servicio dura como máximo 180 días' }] : [];
}

/** How many days a service lasts that is longer than usual, which is said and never refused; null for any other. */
export function unusualServiceDays(service: Service): number | null {
  const days = daysBetween(service.service_start, service.service_end);
  return days > usualServiceDays && serviceIssues(service).length === 0 ? days : null;
}

/** `Servicio primavera 2026`: spring services begin from September to February. */
export function defaultCycleName(start: Day): string {
  const month = Number(start.slice(5, 7));
  return `Servicio ${month >= 9 || month <= 2 ? 'primavera' : 'otoño'} ${start.slice(0, 4)}`;
}

/** A cycle that is still under way: its rodeos are in no other one at the same time. */
export const isOpenCycle = (state: string): boolean => state !== 'cerrado' && state !== 'anulado';

/** Whether two services overlap by a day at least. */
export const servicesOverlap = (a: Service, b: Service): boolean =>
  a.service_start <= b.service_end && b.service_start <= a.service_end;

/** What is to be expected when (domain.md §2.9): 283 days of gestation, the diagnosis 60 days after, weaning at 180 to 210. */
export const expectedDays = ({ service_start: start, service_end: end }: Service) => ({
  diagnosis_on: addDays(end, 60),
  calving_from: addDays(start, gestationDays),
  calving_to: addDays(end, gestationDays),
  weaning_from: addDays(start, gestationDays + 180),
  weaning_to: addDays(end, gestationDays + 210),
});

/** The stages of a breeding year that figures are about, and the state from which each is over. */
const overFrom = { diagnosis: 'tactado', calving: 'a_destetar', weaning: 'destetado' } as const;
export type CycleStage = keyof typeof overFrom;

/** Whether a stage is over in a state: until then what is missing is not yet a loss. An annulled year has no stages left. */
export const isStageOver = (state: string, stage: CycleStage): boolean =>
  state === 'anulado' || rankOf(state) >= rankOf(overFrom[stage]);

/**
 * The state of a cycle: what a person gave it, unless its records brought it further since. `seen`: how far they were then, so that a step
 * back by hand stands and a record that is taken back takes its step along.
 */
export function stateOf(hand: CycleState, seen: string | null, event: CycleState | null): CycleState {
  if (!isOpenCycle(hand)) return hand;
  return event !== null && rankOf(event) > rankOf(seen) && rankOf(event) > rankOf(hand) ? event : hand;
}

/** How far records had brought a cycle, after one of them may have gone: the next one of its kind counts as the first again. */
export const seenAfter = (seen: string | null, event: CycleState | null): string | null =>
  rankOf(event) < rankOf(seen) ? event : seen;

/** Whether a person may take a cycle from a state to another: forward as far as he knows, one step back, or out of the count. */
export function mayMove(from: CycleState, to: CycleState, annulledFrom: CycleState | null): boolean {
  if (from === to || to === 'anulado') return true;
  if (from === 'anulado') return to === annulledFrom;
  return rankOf(to) >= rankOf(from) - 1;
}

/** The state that the calendar speaks for, where it is further than the cycle's own; nobody but a person or a record takes the step. */
export function suggestedState(state: CycleState, service: Service, today: Day): CycleState | null {
  if (!isOpenCycle(state)) return null;
  const { calving_from, calving_to } = expectedDays(service);
  const steps: readonly (readonly [Day, CycleState])[] = [
    [service.service_start, 'en_servicio'],
    [addDays(service.service_end, 1), 'a_tactar'],
    [calving_from, 'en_paricion'],
    [addDays(calving_to, 1), 'a_destetar'],
  ];
  const due = steps.findLast(([day]) => day <= today)?.[1] ?? null;
  return due !== null && rankOf(due) > rankOf(state) ? due : null;
}

interface OpenFor extends Service {
  readonly id: string;
  readonly rodeo_ids: readonly string[];
  readonly state: string;
}

/** The days on which a record of a kind may belong to a cycle, both included; null for a kind that belongs to none. */
const spanOf = (type: string, cycle: Service): readonly [from: Day, to: Day] | null =>
  recordedKind(type)?.cycle?.span?.(cycle) ?? null;

/**
 * The day on which the current or last season of a kind of record (the calving, of births) began; cycles that overlap are one season. Null
 * where none has begun, or the last was over before `since`.
 */
export function seasonFrom(
  type: string,
  cycles: readonly (Service & { readonly state: string })[],
  { today, since }: { readonly today: Day; readonly since: Day },
): Day | null {
  const begun = cycles
    .filter(({ state }) => state !== 'anulado')
    .map((cycle) => spanOf(type, cycle))
    .filter((span) => span !== null)
    .filter(([from]) => from <= today)
    .toSorted(([, a], [, b]) => (a < b ? 1 : -1));
  return begun.reduce<Day | null>((first, [from, to]) => {
    const isOfIt = to >= (first ?? since);
    return isOfIt && (first === null || from < first) ? from : first;
  }, null);
}

/** The cycle that a record of a rodeo belongs to: an open one of the rodeo whose calendar the day fits, the newest first (domain.md §3.1). */
export function cycleFor(type: string, rodeoId: string, day: Day, cycles: readonly OpenFor[]): string | null {
  const fits = (cycle: OpenFor): boolean => {
    const span = spanOf(type, cycle);
    if (!span) return false;
    const [from, to] = span;
    return isOpenCycle(cycle.state) && cycle.rodeo_ids.includes(rodeoId) && day >= from && day <= to;
  };
  return cycles.filter(fits).toSorted((a, b) => (a.service_start < b.service_start ? 1 : -1))[0]?.id ?? null;
}
