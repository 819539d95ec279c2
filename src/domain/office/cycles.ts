import * as z from 'zod/mini';
import { arrival, maybe, numberOrNull, oneOf, textOrNull } from '../schemas.ts';
import { addDays, type Day, daysBetween } from '../dates.ts';
import { limits } from '../limits.ts';
import { gestationDays } from '../farm/gestation.ts';
import type { Service } from '../movements/answers.ts';
import { idSchema } from '../movements/fields.ts';
import { recordedKind } from '../movements/registry.ts';
import type { Issue } from '../validation.ts';
import { daySchema, maybeText, saidText, storedShape, wholeUpTo } from './schemas.ts';

/** domain.md §2.9. */
export const serviceTypes = { natural: 'Natural', ia: 'IA', iatf: 'IATF', iatf_repaso: 'IATF + repaso' } as const;

/** In order; 'anulado' stands apart. */
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

/** domain.md §2.9. */
const longestServiceDays = 180;
const usualServiceDays = 120;

const heads = wholeUpTo(limits.headsPerLine);

const inseminations = z.optional(
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
);

const served = z.optional(
  z.array(z.strictObject({ category_id: idSchema, count: heads })).check(z.maxLength(limits.linesPerMovement)),
);

const details = {
  name: z.optional(saidText(limits.placeNameMaxLength, 'Ingresá el nombre del ciclo')),
  served,
  bulls: maybe(heads),
  withdrawn: maybe(heads),
  inseminations,
  state: z.optional(oneOf(cycleStates)),
  vet: maybeText(limits.personNameMaxLength),
  notes: maybeText(2000),
  ...arrival,
};
const someRodeos = z.array(idSchema, { error: 'Elegí al menos un rodeo' }).check(z.maxLength(100));
const rodeos = someRodeos.check(z.minLength(1, { error: 'Elegí al menos un rodeo' }));

/** Default name: the season; default females: from the book. */
export const cycleForm = z.strictObject({
  rodeo_ids: rodeos,
  service_type: oneOf(serviceTypes),
  service_start: daySchema,
  service_end: daySchema,
  ...details,
});

/** `inseminations_before`: what the list was for who changed it, and so on (`domain/things/lists.ts`). */
export const cycleChanges = z.strictObject({
  rodeo_ids: z.optional(rodeos),
  service_type: z.optional(oneOf(serviceTypes)),
  service_start: z.optional(daySchema),
  service_end: z.optional(daySchema),
  inseminations_before: inseminations,
  rodeo_ids_before: z.optional(someRodeos),
  served_before: served,
  notes_before: maybeText(2000),
  ...details,
});

/** `indices` are ratios, null if unknown. */
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

export function serviceIssues({ service_start: start, service_end: end }: Service): Issue[] {
  if (end < start) return [{ path: 'service_end', message: 'El servicio termina antes de empezar' }];
  const tooLong = daysBetween(start, end) > longestServiceDays;
  return tooLong ? [{ path: 'service_end', message: 'El servicio dura como máximo 180 días' }] : [];
}

/** The length of an unusually long service, which gets a hint; else null. */
export function unusualServiceDays(service: Service): number | null {
  const days = daysBetween(service.service_start, service.service_end);
  return days > usualServiceDays && serviceIssues(service).length === 0 ? days : null;
}

/** `Servicio primavera 2026`: spring is September to February. */
export function defaultCycleName(start: Day): string {
  const month = Number(start.slice(5, 7));
  return `Servicio ${month >= 9 || month <= 2 ? 'primavera' : 'otoño'} ${start.slice(0, 4)}`;
}

/** A rodeo is in one open cycle at a time. */
export const isOpenCycle = (state: string): boolean => state !== 'cerrado' && state !== 'anulado';

export const servicesOverlap = (a: Service, b: Service): boolean =>
  a.service_start <= b.service_end && b.service_start <= a.service_end;

/** domain.md §2.9: gestation of 283 days, diagnosis 60 days after service, weaning at 180 to 210 days. */
export const expectedDays = ({ service_start: start, service_end: end }: Service) => ({
  diagnosis_on: addDays(end, 60),
  calving_from: addDays(start, gestationDays),
  calving_to: addDays(end, gestationDays),
  weaning_from: addDays(start, gestationDays + 180),
  weaning_to: addDays(end, gestationDays + 210),
});

/** Stage → the state that ends it. */
const overFrom = { diagnosis: 'tactado', calving: 'a_destetar', weaning: 'destetado' } as const;
export type CycleStage = keyof typeof overFrom;

/** Before that, what is missing is no loss yet. An annulled cycle has no stages left. */
export const isStageOver = (state: string, stage: CycleStage): boolean =>
  state === 'anulado' || rankOf(state) >= rankOf(overFrom[stage]);

/**
 * * A person's state, unless records went further since (`seen`: their state then). So a manual step back stands, and a deleted record
 * takes its step along.
 */
export function stateOf(hand: CycleState, seen: string | null, event: CycleState | null): CycleState {
  if (!isOpenCycle(hand)) return hand;
  return event !== null && rankOf(event) > rankOf(seen) && rankOf(event) > rankOf(hand) ? event : hand;
}

/** `seen` after a record may have been deleted: the next of its kind counts as the first again. */
export const seenAfter = (seen: string | null, event: CycleState | null): string | null =>
  rankOf(event) < rankOf(seen) ? event : seen;

/** Manual changes: any step forward, one back, or annulment and its undo. */
export function mayMove(from: CycleState, to: CycleState, annulledFrom: CycleState | null): boolean {
  if (from === to || to === 'anulado') return true;
  if (from === 'anulado') return to === annulledFrom;
  return rankOf(to) >= rankOf(from) - 1;
}

/** The calendar's state where it is ahead of the cycle's; only a person or a record takes the step. */
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

/** Days in which a kind's records belong to a cycle, both included, or null. */
const spanOf = (type: string, cycle: Service): readonly [from: Day, to: Day] | null =>
  recordedKind(type)?.cycle?.span?.(cycle) ?? null;

/**
 * * The start of a kind's current or last season (calving, for births); overlapping cycles are one. Null if none has begun or the last
 * ended before `since`.
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

/** The open cycle that a rodeo's record belongs to by its day, newest first (domain.md §3.1). */
export function cycleFor(type: string, rodeoId: string, day: Day, cycles: readonly OpenFor[]): string | null {
  const fits = (cycle: OpenFor): boolean => {
    const span = spanOf(type, cycle);
    if (!span) return false;
    const [from, to] = span;
    return isOpenCycle(cycle.state) && cycle.rodeo_ids.includes(rodeoId) && day >= from && day <= to;
  };
  return cycles.filter(fits).toSorted((a, b) => (a.service_start < b.service_start ? 1 : -1))[0]?.id ?? null;
}
