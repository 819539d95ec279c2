import { recordedKind, type Role, roleMay } from '#domain';
import type { MovementView } from '#sync/farm.ts';
import type { Values } from './values.ts';

/** Form field of the answer; it is bound to one record. */
export const sameRainField = 'same_rain';
export const noRainAnswer = { path: sameRainField, message: 'Elegí si se suma o la reemplaza' };

export type SameRainAnswer = 'sumar' | 'reemplazar';

interface Person {
  readonly role: Role;
  readonly userId: string | undefined;
}

/** Whether to ask about another's rain of that day (domain.md §3.6). Without the right to change it, both stay for the office. */
export const isSameRainAsked = (
  duplicate: MovementView | undefined,
  { role, userId }: Person,
): duplicate is MovementView =>
  duplicate !== undefined &&
  recordedKind(duplicate.movement.type)?.addsUp === true &&
  duplicate.movement.created_by !== userId &&
  roleMay(role, 'change-any-record');

/** The answer about this record, if any. */
export function sameRainAnswer(values: Values, duplicate: MovementView): SameRainAnswer | null {
  const said = values[sameRainField] as { readonly of: string; readonly answer: SameRainAnswer } | undefined;
  return said?.of === duplicate.key ? said.answer : null;
}

/** `22 mm`. */
export const amountOf = ({ summary }: MovementView): string => summary.split(' · ')[0] ?? '';
