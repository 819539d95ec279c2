import { type Db, rowsWhere, type Trx } from '../database/tables.ts';
import { dayAt, type DescribedTable, isTaskOverdue, plainThings, roleMay, seesNote } from '../../domain/index.ts';
import type { NoteRow, PlainRow, TaskRow } from '../database/tables-office.ts';
import { type Call, farmOf, roleOf } from '../kernel/call.ts';
import { contentOf, presentRow } from '../rows/office.ts';
import { seesMoney } from '../herd/present/present-movement.ts';

/** The notes somebody sees; of a private one others get no row. */
export const presentSeenNotes = (rows: readonly NoteRow[], userId: string): Record<string, unknown>[] =>
  rows.filter((row) => seesNote(userId, row)).map(presentNote);

/** The caller has checked who may see it. */
export const presentNote = (row: NoteRow): Record<string, unknown> => ({
  ...presentRow(row),
  visibility: row.visibility,
});

/** `overdue` ('Vencida') is by the day of `now`. */
export const presentTask = (row: TaskRow, now: number): Record<string, unknown> => ({
  ...presentRow(row),
  state: row.state,
  overdue: isTaskOverdue({ state: row.state, due_on: contentOf<{ due_on: string | null }>(row).due_on }, dayAt(now)),
});

export type OwnTable = DescribedTable;

export type PlainThing = (typeof plainThings)[number];

export const presentPlain = (row: PlainRow): Record<string, unknown> => presentRow(row);

/** As declared by the thing. */
async function seesThing(db: Db, call: Call, { may: { see } }: PlainThing): Promise<boolean> {
  if (see === null) return true;
  if (see !== 'see-money') return roleMay(roleOf(call), see);
  return await seesMoney(call, { trx: db as Trx, organizationId: farmOf(call) });
}

type Reader = (db: Trx, call: Call, ids: readonly string[]) => Promise<readonly Record<string, unknown>[]>;

/** Rows for the feed, by list: not deleted, and seen by the caller. */
export const plainReaders: ReadonlyMap<string, Reader> = new Map(
  plainThings.map((thing) => [
    thing.table,
    async (db, call, ids) => {
      if (!(await seesThing(db, call, thing))) return [];
      const rows = await rowsWhere(db, 'things', { organization_id: farmOf(call), thing: thing.name, deleted: 0 })
        .selectAll()
        .where('id', 'in', ids)
        .execute();
      return rows.map(presentPlain);
    },
  ]),
);
