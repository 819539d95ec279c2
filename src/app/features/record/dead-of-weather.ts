import { type Movement, payloadOf, recordedKind } from '#domain';
import type { Values } from './values.ts';

/** Answer to '¿Hubo animales muertos?': form only, not part of the record. */
export const deathsField = 'hubo_muertos';

/** Initial values of the deaths form: date, lot and cause from the weather record. */
export function deathsAfter(weather: Movement): Values {
  const values = payloadOf(weather, ['extreme', 'lot_ids']);
  const cause = recordedKind(weather.type)?.kills?.(values);
  const lots = values['lot_ids'];
  const [lot] = Array.isArray(lots) ? (lots as string[]) : [];
  return { date: weather.date, ...(lot !== undefined && { lot_id: lot }), ...(cause !== undefined && { cause }) };
}
