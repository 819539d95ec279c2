import { accumulatedOver, type Day, formatDay, isDeleted, isRealDay, type Movement, sinceReading } from '#domain';
import { ChipGroup, DateField } from '#ui';
import type { RecordedKind } from '#domain/movements/define.ts';
import { rain } from '#domain/movements/kinds/weather.ts';
import { useLive } from '#platform';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FormState, QuestionsProps } from './use-record-form.tsx';
import type { Values } from './values.ts';

const modes = { dia: 'Del día', acumulado: 'Acumulado desde la última' };

interface RainSpanProps extends Pick<QuestionsProps, 'form' | 'today' | 'idOf'> {
  readonly sinceLast: SinceLast;
}

/** Whether the rain is of the day or since the last gauge reading, and since when (domain.md §3.6, RAIN). */
export const RainSpan = ({ form: { values, set, errorOf }, sinceLast, today, idOf }: RainSpanProps) => {
  const { mode, since, date } = values;
  const isSpan = mode === 'acumulado';
  return (
    <>
      <ChipGroup
        id={idOf('mode')}
        label="Medición"
        options={modes}
        value={isSpan ? 'acumulado' : 'dia'}
        onChange={(next) => {
          // Unset means 'of the day'.
          set('mode', next === 'acumulado' ? next : undefined);
          if (next === 'acumulado' && since === undefined) set('since', sinceLast.proposed(values));
        }}
      />
      {isSpan ? (
        <DateField
          id={idOf('since')}
          label="Desde"
          shortcuts={false}
          today={today}
          max={typeof date === 'string' ? date : today}
          value={typeof since === 'string' ? since : ''}
          onChange={(day) => set('since', day)}
          hint={hintOf(values, sinceLast)}
          {...errorOf('since')}
        />
      ) : null}
    </>
  );
};

/** 'Acumulado de 5 días. La última lluvia cargada es del 10/11/2026.' */
function hintOf(values: Values, { lastOf }: SinceLast): string {
  const { since, date } = values;
  const last = lastOf(values);
  const isSaid = typeof since === 'string' && typeof date === 'string' && isRealDay(since) && since <= date;
  const span = isSaid ? `Va como ${accumulatedOver(since, date)}. ` : '';
  return `${span}${last === null ? 'No hay una lluvia anterior en este campo.' : `La última es del ${formatDay(last)}.`}`;
}

const readAtMost = 200;

const campoOf = (of: Readonly<Record<string, unknown>>): unknown => of.campo_id ?? null;

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
