import type { Day } from '../../../domain/dates.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import { type FarmThings, type OpenedFrom, startValues } from './start.ts';
import type { Values } from './values.ts';

/** The answer to '¿Hubo animales muertos?': it belongs to the form alone and is no part of the record. */
export const deathsField = 'hubo_muertos';

const causes: Readonly<Record<string, (values: Values) => string | undefined>> = {
  HAIL: () => 'rayo',
  EXTREME_TEMPERATURE: ({ extreme }) => (extreme === 'frio' ? 'frio' : undefined),
};

/** Whether the sky of this kind kills (domain.md §2.17, §3.6). */
export const mayKill = ({ type }: RecordedKind): boolean => type in causes;

/** Under which a new record of a kind is kept while it is typed, per place that it was opened from. */
export const newDraftKey = (type: string, from: OpenedFrom): string =>
  ['registro', type, from.lotId, from.rodeoId].filter(Boolean).join(' ');

/** How the form of the deaths starts: the day and the lot of the weather, and what it did. */
export function deathsAfter(
  kind: RecordedKind,
  values: Values,
  things: FarmThings,
  today: Day,
  from: OpenedFrom,
): Values {
  const death = recordedKind('DEATH');
  const cause = causes[kind.type]?.(values);
  const lots = values['lot_ids'];
  const [lot] = Array.isArray(lots) ? (lots as string[]) : [];
  return {
    ...(death && startValues(death, things, today, from)),
    date: values['date'],
    ...(lot !== undefined && { lot_id: lot }),
    ...(cause !== undefined && { cause }),
  };
}
