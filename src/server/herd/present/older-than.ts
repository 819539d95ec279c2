import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** A movement's position in the list, newest first. */
export interface MovementPlace {
  readonly date: string;
  readonly created_at: string;
  readonly id: string;
}

/** Movements after this one, newest first; uses the index, however deep. */
export const olderThan = <O>(
  query: SelectQueryBuilder<Tables, 'movements', O>,
  { date, created_at, id }: MovementPlace,
): SelectQueryBuilder<Tables, 'movements', O> =>
  query.where((where) => where(where.refTuple('date', 'created_at', 'id'), '<', where.tuple(date, created_at, id)));

/** Movements up to and with this one, newest first. */
export const upTo = <O>(
  query: SelectQueryBuilder<Tables, 'movements', O>,
  { date, created_at, id }: MovementPlace,
): SelectQueryBuilder<Tables, 'movements', O> =>
  query.where((where) => where(where.refTuple('date', 'created_at', 'id'), '>=', where.tuple(date, created_at, id)));
