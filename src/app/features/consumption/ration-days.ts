import { addDays, type Day, daysBetween, failure, type Issue, type Result, success } from '#domain';

/** How often it was given (domain.md §2.7). */
export const frequencies = { unica: 'Una vez', diaria: 'Todos los días' } as const;
export type Frequency = keyof typeof frequencies;

/** One record a day; more would flood the lists. */
const daysAtMost = 31;

interface Span {
  readonly frequency: Frequency;
  /** The first day, if daily. */
  readonly from: Day;
  /** The day, or the last of them. */
  readonly date: Day;
}

/** The days of a ration, in order, or issues at their fields. */
export function rationDays({ frequency, from, date }: Span): Result<readonly Day[], readonly Issue[]> {
  if (frequency === 'unica' || date === '') return success([date]);
  const wrong = (message: string) => failure([{ path: 'from', message }]);
  if (from === '') return wrong('Elegí desde qué día');
  const days = daysBetween(from, date) + 1;
  if (days < 1) return wrong('Tiene que ser antes del último día');
  if (days > daysAtMost) return wrong(`Como máximo ${daysAtMost} días por vez`);
  return success(Array.from({ length: days }, (_, index) => addDays(from, index)));
}
