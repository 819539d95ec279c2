import type { Transaction } from 'kysely';
import { type Change, syncTables } from '../../contract/endpoints/sync.ts';
import { markAt } from '../database/marks.ts';
import type { Tables } from '../database/tables.ts';
import { type Answer, type Call, refuse } from '../kernel/call.ts';
import { digestsOf } from './digest.ts';
import { headOf, readerOf } from './reader.ts';
import { pageAfter } from './page.ts';
import { changesOf } from './rows.ts';

type Db = Transaction<Tables>;

/** Rows of a page at most; a commit is whole, however many it has. */
const mostPulled = 2000;

/**
 * Everything that changed after `since`, from one snapshot: each row once, as it stands now. A page holds whole commits, without rows that
 * a later commit changed too; at the end (`more: false`) a phone's tables are the server's at `to`, and it gets their digest if it asks.
 */
export async function pull(call: Call, db: Db): Promise<Answer> {
  const since = Number(call.query['since'] ?? '0');
  const limit = Math.min(Math.max(1, Number(call.query['limit'] ?? mostPulled) || mostPulled), mostPulled);
  const { seq: head, epoch } = await headOf(db, call);
  const seen = call.query['sight'];
  // Prices and addresses come or go with the role and with the owner's word: rows that were sent before do not change by themselves.
  if (seen !== undefined && seen !== (await readerOf(db, call))) refuse('RESYNC');
  if (!Number.isInteger(since) || since < 0 || since > head) refuse('RESYNC');
  const { to, rows: page } = await pageAfter(db, call.organizationId ?? '', { since, head, limit });
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
    mark: await markAt(db, call.organizationId ?? '', to),
    changes,
    acks: await acks(db, call, since, to),
    ...(call.query['digest'] !== undefined && to === head && { digest: await digestsOf(db, call) }),
    server_time: new Date(call.now).toISOString(),
  };
}

/** What was applied in this page, by key: the phone's proof that a record has arrived. */
async function acks(db: Db, call: Call, since: number, to: number): Promise<unknown[]> {
  return await db
    .selectFrom('operations')
    .leftJoin('commits', (join) =>
      join.onRef('commits.organization_id', '=', 'operations.scope').onRef('commits.seq', '=', 'operations.seq'),
    )
    .select(['key', 'operations.seq', 'mark', 'server_id'])
    .where('scope', '=', call.organizationId ?? '')
    .where('user_id', '=', call.actor?.userId ?? '')
    .where('operations.seq', '>', since)
    .where('operations.seq', '<=', to)
    .execute();
}
