import { type AliasedRawBuilder, type SqlBool, sql } from 'kysely';
import { type Db, rowsWhere } from '../database/tables.ts';

interface PageRow {
  readonly table_name: string;
  readonly row_id: string;
  readonly seq: number;
}

interface Asked {
  readonly since: number;
  readonly head: number;
  readonly limit: number;
}

interface Page {
  readonly to: number;
  readonly rows: readonly PageRow[];
}

/** Changes read per row of a page: most commits change a new record and a balance that changes again. */
const looksForARow = 4;

/**
 * The next page of the feed: whole commits, with only rows that no later commit changed, for those come at their last change. Changes are read in
 * order, so a page costs only its size. If a whole stretch changes again, reads on until there is a row.
 */
export async function pageAfter(db: Db, farm: string, { since, head, limit }: Asked): Promise<Page> {
  for (let from = since; from < head;) {
    const { end, changes } = await stretchAfter(db, farm, from, limit * looksForARow);
    const last = changes.filter(({ again }) => !again);
    const cut = last.length > limit ? last[limit - 1]?.seq : undefined;
    const to = cut ?? end ?? head;
    if (last.length > 0) return { to, rows: last.filter(({ seq }) => seq <= to) };
    from = to;
  }
  return { to: head, rows: [] };
}

type Looked = PageRow & { readonly again: boolean };

/** Changes of at least one whole commit; `end` is the last of these, null at the end. */
async function stretchAfter(
  db: Db,
  farm: string,
  from: number,
  most: number,
): Promise<{ readonly end: number | null; readonly changes: readonly Looked[] }> {
  const some = await walk(db, farm, from)
    .limit(most + 1)
    .execute();
  if (some.length <= most) return { end: null, changes: looked(some) };
  const [first, last] = [some[0]?.seq ?? from, some.at(-1)?.seq ?? from];
  if (first < last) return { end: last - 1, changes: looked(some.filter(({ seq }) => seq < last)) };
  const whole = await walk(db, farm, from).where('seq', '=', first).execute();
  return { end: first, changes: looked(whole) };
}

const looked = (rows: readonly (PageRow & { readonly later: SqlBool })[]): Looked[] =>
  rows.map(({ later, ...row }) => ({ ...row, again: Boolean(later) }));

/** Changes after a commit in order, each with whether a later one follows. */
export const walk = (db: Db, farm: string, from: number) =>
  rowsWhere(db, 'changes', { organization_id: farm })
    .select(['table_name', 'row_id', 'seq', isChangedLater(farm)])
    .where('seq', '>', from)
    .orderBy('seq');

/** Whether a later commit changed the row: cells store their last commit, other rows have an index of repeated changes. */
const isChangedLater = (farm: string): AliasedRawBuilder<SqlBool, 'later'> =>
  sql<SqlBool>`case when changes.table_name = 'cells'
    then exists (select 1 from cells where organization_id = ${farm} and cell_id = changes.row_id and cells.seq > changes.seq)
    else exists (select 1 from changes as later where later.again = 1 and later.organization_id = ${farm}
      and later.table_name = changes.table_name and later.row_id = changes.row_id and later.seq > changes.seq) end`.as(
    'later',
  );
