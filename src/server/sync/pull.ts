import { type Change, syncTables } from '../../contract/endpoints/sync.ts';
import { markAt } from '../database/commit.ts';
import { rowsWhere, type Trx } from '../database/tables.ts';
import { type Answer, type Call, farmOf, refuse, userOf } from '../kernel/call.ts';
import { headOf, readerOf } from './history-base.ts';
import { pageAfter } from './page.ts';
import { changesOf } from './rows.ts';
import { idsIn } from './stored-rows.ts';
import { Digest } from '../../contract/digest.ts';

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
