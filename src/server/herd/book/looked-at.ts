import { type RawBuilder, sql } from 'kysely';
import { transferRodeo } from '../../../domain/movements/kinds/moves.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import { isPostgres } from '../../database/dialect.ts';
import { keeping, remembered } from '../../database/remembered.ts';
import { type MovementRow, rowsWhere } from '../../database/tables.ts';
import type { Scope } from '../../rows/stored.ts';

/** Literal, since the partial index `counts_of_lot` does not match a bound value. */
export const isOfCounts = (): RawBuilder<boolean> => sql<boolean>`type = ${sql.lit(count.type)}`;

const [counts, marks, wholeMoves] = ['counts', 'marks', 'whole moves'];

/** The day of each lot's last count; most records come after it. */
export const lastCounts = ({ trx, organizationId }: Scope): Promise<ReadonlyMap<string, string>> =>
  remembered(trx, `${counts} ${organizationId}`, ['movements'], async () => {
    const rows = await rowsWhere(trx, 'movements', { organization_id: organizationId, deleted: 0, was: null })
      .select((select) => ['lot_id', select.fn.max('date').as('last')])
      .where('lot_id', 'is not', null)
      .where(isOfCounts())
      .groupBy('lot_id')
      .execute();
    return new Map(rows.map(({ lot_id, last }) => [lot_id ?? '', last]));
  });

/**
 * The few movements flagged for negative cells. The order forces SQLite onto the index of those in review; else it
 * picks another and reads all.
 */
export const markedMovements = ({
  trx,
  organizationId,
}: Scope): Promise<readonly Pick<MovementRow, 'id' | 'review'>[]> =>
  remembered(trx, `${marks} ${organizationId}`, ['movements'], () =>
    rowsWhere(trx, 'movements', { organization_id: organizationId })
      .select(['id', 'review'])
      .where('review', 'is not', null)
      .where('review', 'like', '%"cells"%')
      .$if(!isPostgres(trx), (query) => query.orderBy(sql`rowid`))
      .execute(),
  );

/** Deleted ones too. */
export type WholeMove = Pick<MovementRow, 'id' | 'date' | 'lot_id' | 'rodeo_id' | 'review' | 'deleted'>;

/**
 * The moves of a whole rodeo. `coalesce` keeps the rodeo's index from being used: moves are few, but most records name
 * a rodeo.
 */
export const wholeMovesOf = ({ trx, organizationId }: Scope, rodeo: string): Promise<readonly WholeMove[]> =>
  remembered(trx, `${wholeMoves} ${rodeo}`, ['movements'], () =>
    rowsWhere(trx, 'movements', { organization_id: organizationId, type: transferRodeo.type })
      .select(['id', 'date', 'lot_id', 'rodeo_id', 'review', 'deleted'])
      .where((where) => where.fn.coalesce('rodeo_id', where.val('')), '=', rodeo)
      .where('payload', 'like', '%"whole":true%')
      .execute(),
  );

/** Inserts a movement, keeping what is remembered of other types. False: its id is taken, in this farm or another. */
export const insertMovement = ({ trx }: Scope, row: MovementRow): Promise<boolean> =>
  keeping(
    trx,
    (name) =>
      (name.startsWith(`${counts} `) && row.type !== count.type) ||
      (name.startsWith(`${marks} `) && row.review === null) ||
      (name.startsWith(`${wholeMoves} `) && row.type !== transferRodeo.type),
    async () => {
      const insert = trx.insertInto('movements').values(row);
      const { numInsertedOrUpdatedRows: made } = await insert
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return made === 1n;
    },
  );
