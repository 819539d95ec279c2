import type { Kysely, Transaction } from 'kysely';
import { type DescribedTable, plainThings, roleMay } from '../../domain/index.ts';
import type { PlainRow } from '../database/tables-office.ts';
import type { Tables } from '../database/tables.ts';
import { type Call, farmOf, roleOf } from '../kernel/call.ts';
import { presentRow } from '../rows/office.ts';
import { visibilityOf } from '../herd/present/present-movement.ts';

export type OwnTable = DescribedTable;

export type PlainThing = (typeof plainThings)[number];

export const presentPlain = (row: PlainRow): Record<string, unknown> => presentRow(row);

/** As declared by the thing. */
async function seesThing(db: Kysely<Tables>, call: Call, { may: { see } }: PlainThing): Promise<boolean> {
  if (see === null) return true;
  if (see !== 'see-money') return roleMay(roleOf(call), see);
  return (await visibilityOf(db as Transaction<Tables>, farmOf(call), call.role)) === 'with-money';
}

type Reader = (
  db: Transaction<Tables>,
  call: Call,
  ids: readonly string[],
) => Promise<readonly Record<string, unknown>[]>;

/** Rows for the feed, by list: not deleted, and seen by the caller. */
export const plainReaders: ReadonlyMap<string, Reader> = new Map(
  plainThings.map((thing) => [
    thing.table,
    async (db, call, ids) => {
      if (!(await seesThing(db, call, thing))) return [];
      const rows = await db
        .selectFrom('things')
        .selectAll()
        .where('organization_id', '=', farmOf(call))
        .where('thing', '=', thing.name)
        .where('deleted', '=', 0)
        .where('id', 'in', ids)
        .execute();
      return rows.map(presentPlain);
    },
  ]),
);
