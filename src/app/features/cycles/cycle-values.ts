import { type Cycle, type Issue, serviceIssues } from '#domain';
import { type NumberFieldValue, typedNumber } from '#ui';

export interface CycleValues {
  readonly name: string;
  readonly rodeo_ids: readonly string[];
  readonly service_type: string;
  readonly service_start: string;
  readonly service_end: string;
  /** Heads by category; absent is unknown. */
  readonly served: Readonly<Record<string, NumberFieldValue>>;
  readonly bulls: NumberFieldValue;
  readonly withdrawn: NumberFieldValue;
  readonly vet: string;
  readonly notes: string;
}

export const cycleStart = (row: Cycle | null): CycleValues => ({
  name: row?.name ?? '',
  rodeo_ids: row?.rodeo_ids ?? [],
  service_type: row?.service_type ?? 'natural',
  service_start: row?.service_start ?? '',
  service_end: row?.service_end ?? '',
  served: Object.fromEntries((row?.served ?? []).map((line) => [line.category_id, line.count])),
  bulls: row?.bulls ?? null,
  withdrawn: row?.withdrawn ?? null,
  vet: row?.vet ?? '',
  notes: row?.notes ?? '',
});

/** The body of the call. Served females left blank follow from the book. */
export function cycleBody(values: CycleValues): Readonly<Record<string, unknown>> {
  const served = Object.entries(values.served).flatMap(([category_id, heads]) => {
    const count = typedNumber(heads);
    return count === null ? [] : [{ category_id, count }];
  });
  const name = values.name.trim();
  return {
    ...(name && { name }),
    rodeo_ids: values.rodeo_ids,
    service_type: values.service_type,
    service_start: values.service_start,
    service_end: values.service_end,
    ...(served.length > 0 && { served }),
    bulls: typedNumber(values.bulls),
    withdrawn: typedNumber(values.withdrawn),
    vet: values.vet.trim() || null,
    notes: values.notes.trim() || null,
  };
}

/** A service ends after it begins, within half a year. */
export const cycleIssues = ({ service_start, service_end }: CycleValues): readonly Issue[] =>
  service_start && service_end ? serviceIssues({ service_start, service_end }) : [];
