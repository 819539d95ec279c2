import { type Change, syncTables } from '../../contract/endpoints/sync.ts';
import { markAt } from '../database/commit.ts';
import { type Db, rowsWhere, type Trx } from '../database/tables.ts';
import { type Answer, type Call, farmOf, refuse, userOf } from '../kernel/call.ts';
import { headOf, readerOf } from './history-segment.ts';
import { changesOf, idsIn } from './rows.ts';
import { Digest } from '../../contract/digest.ts';
import { type AliasedRawBuilder, sql, type SqlBool } from 'kysely';

/** Most rows of a page; a commit is whole whatever its size. */
const mostPulled = 2000;

/**
 * All changes after `since` from one snapshot: each row once, as it is now. A page has whole commits, without rows that a later one changes; at
 * the end (`more: false`) a phone's tables equal the server's at `to`, and it gets their digest if asked.
 */
export async function pull(call: Call, db: Trx): Promise<Answer> {
  const since = Number(call.query.since ?? '0');
  const limit = Math.min(Math.max(1, Number(call.query.limit ?? mostPulled) || mostPulled), mostPulled);
  const { seq: head, epoch } = await headOf(db, call);
  const seen = call.query.sight;
  // Visibility of prices and addresses changed with the role or settings: rows already sent would not change by themselves.
  if (seen !== undefined && seen !== (await readerOf(db, call))) refuse('RESYNC');
  if (!Number.isInteger(since) || since < 0 || since > head) refuse('RESYNC');
  const { to, rows: page } = await pageAfter(db, farmOf(call), { since, head, limit });
  const changes: Change[] = [];
  for (const table of syncTables) {
    const ids = page.filter((row) => row.table_name === table).map((row) => row.row_id);
    changes.push(...(await changesOf(db, call, table, ids)));
  }
  return {
    epoch,
    from: since,
    to,
    more: to < head,
    mark: await markAt(db, farmOf(call), to),
    changes,
    acks: await acks(db, call, since, to),
    ...(call.query.digest !== undefined && to === head && { digest: await digestsOf(db, call) }),
    server_time: new Date(call.now).toISOString(),
  };
}

/** Keys applied in this page: the phone's proof that a record arrived. */
async function acks(db: Trx, call: Call, since: number, to: number): Promise<unknown[]> {
  return await rowsWhere(db, 'operations', { scope: farmOf(call), user_id: userOf(call) })
    .leftJoin('commits', (join) =>
      join.onRef('commits.organization_id', '=', 'operations.scope').onRef('commits.seq', '=', 'operations.seq'),
    )
    .select(['key', 'operations.seq', 'mark', 'server_id'])
    .where('operations.seq', '>', since)
    .where('operations.seq', '<=', to)
    .execute();
}

/**
 * Digests of the caller's rows by table, in one snapshot: a phone that differs reloads all (offline.md §2.9). Small tables are read as in the
 * feed, without what he may not see.
 */
async function digestsOf(db: Trx, call: Call): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {};
  for (const table of syncTables) {
    const digest = new Digest();
    if (table === 'movements') await addMovements(db, call, digest);
    else {
      const rows = await changesOf(db, call, table, await idsIn(db, call, table));
      for (const { id, row } of rows) if (row !== null) digest.add(id, row);
    }
    digests[table] = digest.toString();
  }
  return digests;
}

/** Everybody sees every movement; hashing ids and versions spares presenting a long book. */
async function addMovements(db: Trx, call: Call, digest: Digest): Promise<void> {
  const rows = await rowsWhere(db, 'movements', { organization_id: farmOf(call) })
    .select(['id', 'version'])
    .execute();
  for (const row of rows) digest.add(row.id, row);
}

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
