import { type AliasedRawBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** A row that a page of the feed brings. */
interface PageRow {
  readonly table_name: string;
  readonly row_id: string;
  readonly seq: number;
}

/** Which page is asked for: what comes after `since`, up to `limit` rows, in a history that stands at `head`. */
interface Asked {
  readonly since: number;
  readonly head: number;
  readonly limit: number;
}

/** The rows of a page, and the commit that it leads to. */
interface Page {
  readonly to: number;
  readonly rows: readonly PageRow[];
}

/** Most commits change a new record and a balance that changes again: so many changes are looked at for each row of a page. */
const looksForARow = 4;

/**
 * The next page of the feed: whole commits, and of them the rows that no later commit changed; the others come at their last change. Each
 * change is looked up in order, so that it costs what the page holds. It brings a row at least: where all of a stretch changes again, the
 * next is looked at.
 */
export async function pageAfter(db: Kysely<Tables>, farm: string, { since, head, limit }: Asked): Promise<Page> {
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

/** Some changes after a commit, those of whole commits, at least one; `end` is the last of these, null where nothing comes after. */
async function stretchAfter(
  db: Kysely<Tables>,
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

/** Changes after a commit in their order, each with whether a later one follows it. */
export const walk = (db: Kysely<Tables>, farm: string, from: number) =>
  db
    .selectFrom('changes')
    .select(['table_name', 'row_id', 'seq', isChangedLater(farm)])
    .where('organization_id', '=', farm)
    .where('seq', '>', from)
    .orderBy('seq');

/** Whether a later commit changed the row too: a cell says its last commit itself, all else has its repeated changes in an index. */
const isChangedLater = (farm: string): AliasedRawBuilder<SqlBool, 'later'> =>
  sql<SqlBool>`case when changes.table_name = 'cells'
    then exists (select 1 from cells where organization_id = ${farm} and cell_id = changes.row_id and cells.seq > changes.seq)
    else exists (select 1 from changes as later where later.again = 1 and later.organization_id = ${farm}
      and later.table_name = changes.table_name and later.row_id = changes.row_id and later.seq > changes.seq) end`.as(
    'later',
  );
