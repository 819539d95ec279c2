import { accumulatedOver, formatDay, isRealDay } from '#domain';
import { ChipGroup, DateField } from '#ui';
import type { SinceLast } from './since-last.ts';
import type { FormState } from './use-record-form.ts';
import type { Values } from './values.ts';

const modes = [
  { value: 'dia', label: 'Del día' },
  { value: 'acumulado', label: 'Acumulado desde la última' },
] as const;

interface RainSpanProps {
  readonly form: FormState;
  readonly sinceLast: SinceLast;
  readonly today: string;
  readonly idOf: (name: string) => string;
  readonly errorOf: (name: string) => string | undefined;
}

/** Whether the rain is of the day or since the last gauge reading, and since when (domain.md §3.6, RAIN). */
export const RainSpan = ({ form: { values, set }, sinceLast, today, idOf, errorOf }: RainSpanProps) => {
  const { mode, since, date } = values;
  const isSpan = mode === 'acumulado';
  const problem = errorOf('since');
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
          {...(problem !== undefined && { error: problem })}
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
