import { isDeleted } from '#domain';
import type { MovementView } from '#sync/farm.ts';

/** Deleted records and those that the server refused are part of no figure (domain.md §1.9, §3). */
export const counts = ({ movement, state }: Pick<MovementView, 'movement' | 'state'>): boolean =>
  !isDeleted(movement) && state !== 'con_error';
