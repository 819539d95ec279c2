import { type Day, isDeleted, isRealDay, type Movement, sinceReading } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { rain } from '#domain/movements/kinds/weather.ts';
import { useLive } from '#platform';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FormState } from './use-record-form.ts';
import type { Values } from './values.ts';

const readAtMost = 200;

const campoOf = (of: Readonly<Record<string, unknown>>): unknown => of['campo_id'] ?? null;

/** Previous reading of the same gauge; null if unknown here. */
function lastReading(rains: readonly Movement[], values: Values, recordId: string | undefined): Day | null {
  const { date } = values;
  const before = rains.filter(
    (rain) =>
      rain.id !== recordId &&
      !isDeleted(rain) &&
      campoOf(rain.metadata) === campoOf(values) &&
      typeof date === 'string' &&
      rain.date <= date,
  );
  return (
    before
      .map((rain) => rain.date)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Start of a rain's period: the last gauge reading (domain.md §3.6, RAIN). */
export function useSinceLast({ type }: RecordedKind, recordId: string | undefined) {
  const rains =
    useLive(
      async (views) =>
        type === rain.type
          ? (await newestMovements(views, { types: [rain.type] }, readAtMost)).map((view) => view.movement)
          : [],
      [type],
    ) ?? [];
  const lastOf = (values: Values): Day | null => lastReading(rains, values, recordId);
  const proposed = (values: Values): Day | undefined => {
    const last = lastOf(values);
    const { date } = values;
    return last !== null && typeof date === 'string' && isRealDay(date) ? sinceReading(last, date) : undefined;
  };
  return {
    lastOf,
    proposed,
    /** Another campo or date has another last reading: a proposed start follows, a typed one stays. */
    follow: ({ values, set }: FormState, next: Values): void => {
      const { mode, since } = values;
      if (mode !== 'acumulado' || (since !== undefined && since !== proposed(values))) return;
      const day = proposed(next);
      if (day !== since) set('since', day);
    },
  };
}

export type SinceLast = ReturnType<typeof useSinceLast>;
