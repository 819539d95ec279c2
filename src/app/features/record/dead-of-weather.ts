import { type Movement, payloadOf, recordedKind } from '#domain';
import type { Values } from './values.ts';

/** The answer to '¿Hubo animales muertos?': it belongs to the form alone and is no part of the record. */
export const deathsField = 'hubo_muertos';

/** What the form of the deaths starts with beyond its own: the day and the lot of the weather, and what it did. */
export function deathsAfter(weather: Movement): Values {
  const values = payloadOf(weather, ['extreme', 'lot_ids']);
  const cause = recordedKind(weather.type)?.kills?.(values);
  const lots = values['lot_ids'];
  const [lot] = Array.isArray(lots) ? (lots as string[]) : [];
  return { date: weather.date, ...(lot !== undefined && { lot_id: lot }), ...(cause !== undefined && { cause }) };
}
