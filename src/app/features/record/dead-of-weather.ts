import type { RecordedKind } from '../../../domain/movements/define.ts';
import { type Movement, payloadOf } from '../../../domain/movements/movement.ts';
import type { Values } from './values.ts';

/** The answer to '¿Hubo animales muertos?': it belongs to the form alone and is no part of the record. */
export const deathsField = 'hubo_muertos';

const causes: Readonly<Record<string, (values: Values) => string | undefined>> = {
  HAIL: () => 'rayo',
  EXTREME_TEMPERATURE: ({ extreme }) => (extreme === 'frio' ? 'frio' : undefined),
};

/** Whether the sky of this kind kills (domain.md §2.17, §3.6). */
export const mayKill = ({ type }: RecordedKind): boolean => type in causes;

/** What the form of the deaths starts with beyond its own: the day and the lot of the weather, and what it did. */
export function deathsAfter(weather: Movement): Values {
  const values = payloadOf(weather, ['extreme', 'lot_ids']);
  const cause = causes[weather.type]?.(values);
  const lots = values['lot_ids'];
  const [lot] = Array.isArray(lots) ? (lots as string[]) : [];
  return { date: weather.date, ...(lot !== undefined && { lot_id: lot }), ...(cause !== undefined && { cause }) };
}
