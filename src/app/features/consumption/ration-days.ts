import { addDays, type Day, daysBetween, formatDay } from '../../../domain/dates.ts';
import { failure, type Result, success } from '../../../domain/result.ts';
import type { Issue } from '../../../domain/validation.ts';
import { failureOf, type FormFailure } from '../../frame/kept-form.ts';
import type { FarmActs } from '../../sync/farm.ts';

/** How often it was given (domain.md §2.7). */
export const frequencies = { unica: 'Una vez', diaria: 'Todos los días' } as const;
export type Frequency = keyof typeof frequencies;

/** One record a day: more at once would fill the lists with what nobody looks over. */
const daysAtMost = 31;

interface Span {
  readonly frequency: Frequency;
  /** The first day, where it was given daily. */
  readonly from: Day;
  /** The day, or the last of them. */
  readonly date: Day;
}

/** The days of a ration, first to last; what is wrong with them at the field that says it. */
export function rationDays({ frequency, from, date }: Span): Result<readonly Day[], readonly Issue[]> {
  if (frequency === 'unica' || date === '') return success([date]);
  const wrong = (message: string) => failure([{ path: 'from', message }]);
  if (from === '') return wrong('Elegí desde qué día');
  const days = daysBetween(from, date) + 1;
  if (days < 1) return wrong('Tiene que ser antes del último día');
  if (days > daysAtMost) return wrong(`Como máximo ${daysAtMost} días por vez`);
  return success(Array.from({ length: days }, (_, index) => addDays(from, index)));
}

interface Recording {
  readonly record: FarmActs['recordMovement'];
  readonly body: Readonly<Record<string, unknown>>;
  readonly days: readonly Day[];
  /** What this form has recorded already: a second press records no day twice. */
  readonly done: Set<string>;
  readonly draftKey: string;
}

/** Records the ration of each day; the draft goes with the last of them. Null when all are on this device. */
export async function recordDays({ record, body, days, done, draftKey }: Recording): Promise<FormFailure | null> {
  const { rodeo_id, lot_id, asset_id, product } = body;
  for (const [index, date] of days.entries()) {
    const key = JSON.stringify([date, rodeo_id, lot_id, asset_id, product]);
    if (done.has(key)) continue;
    const isLast = index === days.length - 1;
    const saved = await record('CONSUMPTION', { ...body, date }, ...(isLast ? [draftKey] : []));
    if (!saved.ok) {
      const failed = failureOf(saved.problem);
      if (index === 0) return failed;
      return { ...failed, message: `Falta desde el ${formatDay(date)}. ${failed.message ?? ''}`.trim() };
    }
    done.add(key);
  }
  return null;
}
