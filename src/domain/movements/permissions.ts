import { limits } from '../limits.ts';
import { may, roleMay } from '../people/permissions.ts';
import type { Role } from '../people/roles.ts';
import type { RecordedKind } from './define.ts';

/** Whether the role may record this kind (domain.md §2.18). */
export const mayRecord = (role: Role, kind: RecordedKind): boolean => may({ role, showsFinance: false }, kind.may);

/** Whether the role's records of this kind wait in 'A revisar' (domain.md §2.18). */
export const isReviewed = (role: Role, kind: RecordedKind): boolean =>
  kind.reviewed && !roleMay(role, 'record-unreviewed');

/**
 * Who may edit or delete a movement: owner and admin any; a user his own, for 48 hours (domain.md §2.18). `changedMs`: time of the change,
 * epoch milliseconds.
 */
export function mayChange(
  role: Role,
  userId: string,
  movement: { readonly created_by: string | null; readonly created_at: string },
  changedMs: number,
): boolean {
  if (roleMay(role, 'change-any-record')) return true;
  if (!roleMay(role, 'change-own-records')) return false;
  const ageHours = (changedMs - Date.parse(movement.created_at)) / 3_600_000;
  return movement.created_by === userId && ageHours <= limits.authorMayEditHours;
}

/** Fields with money, which a `user` does not get (domain.md §1.12). */
export const moneyFieldsOf = (kind: RecordedKind): string[] =>
  Object.entries(kind.fields)
    .filter(([, field]) => field.money)
    .map(([name]) => name);
