import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** A movement's place among the others, the newest first. */
export interface MovementPlace {
  readonly date: string;
  readonly created_at: string;
  readonly id: string;
}

/** Movements that come after this one where the newest come first: walked by their index, however far it is. */
export const olderThan = <O>(
  query: SelectQueryBuilder<Tables, 'movements', O>,
  { date, created_at, id }: MovementPlace,
): SelectQueryBuilder<Tables, 'movements', O> =>
  query.where((where) => where(where.refTuple('date', 'created_at', 'id'), '<', where.tuple(date, created_at, id)));

/** Movements up to this one where the newest come first. */
export const upTo = <O>(
  query: SelectQueryBuilder<Tables, 'movements', O>,
  { date, created_at, id }: MovementPlace,
): SelectQueryBuilder<Tables, 'movements', O> =>
  query.where((where) => where(where.refTuple('date', 'created_at', 'id'), '>=', where.tuple(date, created_at, id)));
