import { recordedKind, type Role, roleMay } from '#domain';
import type { MovementView } from '#sync/farm.ts';
import type { Values } from './values.ts';

/** Where the answer stands among what is typed; it is of one record, and of no other that is found later. */
export const sameRainField = 'same_rain';

export const sameRainAnswers = { sumar: 'Sumar', reemplazar: 'Reemplazar' } as const;
export type SameRainAnswer = keyof typeof sameRainAnswers;

interface Person {
  readonly role: Role;
  readonly userId: string | undefined;
}

/**
 * Whether to ask what becomes of another's rain of that day (domain.md §3.6). Who may not change it is not asked: both stay for the office.
 */
export const isSameRainAsked = (duplicate: MovementView | null, { role, userId }: Person): duplicate is MovementView =>
  duplicate !== null &&
  recordedKind(duplicate.movement.type)?.addsUp === true &&
  duplicate.movement.created_by !== userId &&
  roleMay(role, 'change-any-record');

/** What was answered about this record, if anything was. */
export function sameRainAnswer(values: Values, duplicate: MovementView): SameRainAnswer | null {
  const said = values[sameRainField] as { readonly of: string; readonly answer: SameRainAnswer } | undefined;
  return said?.of === duplicate.key ? said.answer : null;
}
