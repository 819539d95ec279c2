import type { Transaction } from 'kysely';
import { type Change, type SyncTable, syncTables } from '../../contract/endpoints/sync.ts';
import { markAt } from '../database/marks.ts';
import type { FarmHead } from '../database/scope.ts';
import { idsOfThing } from '../database/thing-tables.ts';
import type { Tables } from '../database/tables.ts';
import { type Answer, type Call, refuse } from '../kernel/call.ts';
import { digestsOf } from './digest.ts';
import { visibilityOf } from '../herd/present/present-movement.ts';
import { olderThan } from '../herd/present/older-than.ts';
import { changesOf } from './rows.ts';

type Db = Transaction<Tables>;

const mostRows = 500;
/** A backlog up to this size comes in one page, all of one moment. */
const mostPulled = 2000;

/**
 * Everything that changed after `since`, read from one snapshot. Each row comes once, as it stands now. A page holds whole commits
 * only, and never a row that a later commit of the backlog changed too: that row waits for the page of its last change. So a page
 * may leave out a row's older state, but what a phone has at `to` never mixes two moments of one row, and at the end of the
 * pull (`more: false`) its tables are the server's at exactly `to`. There a phone that asks for it gets their digest, to hold its own to.
 */
export async function pull(call: Call, db: Db): Promise<Answer> {
  const since = Number(call.query['since'] ?? '0');
  const limit = Math.min(Math.max(1, Number(call.query['limit'] ?? mostPulled) || mostPulled), mostPulled);
  const { seq: head, epoch } = await headOf(db, call);
  const seen = call.query['sight'];
  // Prices and addresses come or go with the role and with the owner's word: rows that were sent before do not change by themselves.
  if (seen !== undefined && seen !== (await readerOf(db, call))) refuse('RESYNC');
  if (!Number.isInteger(since) || since < 0 || since > head) refuse('RESYNC');
  const last = await lastChanges(db, call, since);
  const to = endOfPage(last, head, limit);
  const page = last.filter((change) => change.seq <= to);
  const changes: Change[] = [];
  for (const table of syncTables) {
    const ids = page.filter((change) => change.table_name === table).map((change) => change.row_id);
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

/** Where the farm stands in the snapshot that is read. */
const headOf = (db: Db, call: Call): Promise<FarmHead> =>
  db
    .selectFrom('organizations')
    .select(['seq', 'mark', 'epoch'])
    .where('id', '=', call.organizationId ?? '')
    .executeTakeFirstOrThrow();

/** What decides what a row shows of itself: prices by role and by the owner's word, addresses by role. */
const readerOf = async (db: Db, call: Call): Promise<string> =>
  `${call.role ?? 'nobody'} ${await visibilityOf(db, call.organizationId ?? '', call.role)}`;

interface LastChange {
  readonly table_name: string;
  readonly row_id: string;
  readonly seq: number;
}

/** Each changed row with the sequence of its last change. */
const lastChanges = (db: Db, call: Call, since: number): Promise<LastChange[]> =>
  db
    .selectFrom('changes')
    .select((select) => ['table_name', 'row_id', select.fn.max<number>('seq').as('seq')])
    .where('organization_id', '=', call.organizationId ?? '')
    .where('seq', '>', since)
    .groupBy(['table_name', 'row_id'])
    .orderBy('seq')
    .execute();

/** The last sequence that fits: whole commits until the limit is passed, at least one. */
function endOfPage(last: readonly LastChange[], head: number, limit: number): number {
  if (last.length <= limit) return head;
  return last[limit - 1]?.seq ?? head;
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

interface PageToken {
  readonly to: number;
  readonly mark: string | null;
  readonly table: SyncTable;
  readonly after: string;
}

/** Few rows and no order of their own: one page, whatever their number. */
const alwaysWhole: ReadonlySet<SyncTable> = new Set(['organization', 'members']);

/**
 * The whole, in pages of at most 500 rows. The token carries the sequence that the first page saw; the pull that follows the last page
 * starts there, and brings whatever changed while the pages went over the wire.
 */
export async function snapshot(call: Call, db: Db): Promise<Answer> {
  const { seq, mark, epoch } = await headOf(db, call);
  const token = readToken(call.query['page']) ?? { to: seq, mark, table: 'organization', after: '' };
  const { ids, after } = await idsAfter(db, call, token.table, token.after);
  const changes = await changesOf(db, call, token.table, ids);
  const next = syncTables[syncTables.indexOf(token.table) + 1];
  const isFull = ids.length === mostRows && !alwaysWhole.has(token.table);
  const rest = isFull ? { ...token, after } : next && { ...token, table: next, after: '' };
  return {
    epoch,
    to: token.to,
    mark: token.mark ?? null,
    seen: { seq, mark },
    sight: await readerOf(db, call),
    next_page: rest ? Buffer.from(JSON.stringify(rest)).toString('base64url') : null,
    changes,
    server_time: new Date(call.now).toISOString(),
  };
}

function readToken(text: string | undefined): PageToken | null {
  if (!text) return null;
  try {
    const token = JSON.parse(Buffer.from(text, 'base64url').toString()) as PageToken;
    if (syncTables.includes(token.table) && Number.isInteger(token.to) && typeof token.after === 'string') return token;
  } catch {
    return refuse('RESYNC');
  }
  return refuse('RESYNC');
}

/** A page of a list: the ids of its rows, and where the next one begins. */
interface PageOfIds {
  readonly ids: readonly string[];
  readonly after: string;
}

/** Everything is paged by id, but for movements. A row that is not for the caller counts as read. */
const byId = (ids: readonly string[]): PageOfIds => ({ ids, after: ids.at(-1) ?? '' });

async function idsAfter(db: Db, call: Call, table: SyncTable, after: string): Promise<PageOfIds> {
  const farm = call.organizationId ?? '';
  if (table === 'organization') return byId([farm]);
  if (table === 'members') {
    const rows = await db.selectFrom('memberships').select('user_id').where('organization_id', '=', farm).execute();
    return byId(rows.map((row) => row.user_id));
  }
  if (table === 'cells') {
    const rows = await db
      .selectFrom('cells')
      .select('cell_id')
      .where('organization_id', '=', farm)
      .where('cell_id', '>', after)
      .orderBy('cell_id')
      .limit(mostRows)
      .execute();
    return byId(rows.map((row) => row.cell_id));
  }
  if (table === 'movements') return await movementsAfter(db, farm, after);
  return byId(await idsOfThing(db, table, farm, { after, most: mostRows }));
}

/**
 * Movements are paged from the newest backwards, in the order of their index: each page begins where the one before ended, however many
 * there are. A place of another form is an older server's, whose page came before this one was started: the phone begins anew.
 */
async function movementsAfter(db: Db, farm: string, after: string): Promise<PageOfIds> {
  const [date = '', created_at = '', id = '', ...more] = after.split('|');
  if (after !== '' && (!date || !created_at || !id || more.length > 0)) return refuse('RESYNC');
  const rows = await db
    .selectFrom('movements')
    .select(['id', 'date', 'created_at'])
    .where('organization_id', '=', farm)
    .$if(after !== '', (query) => olderThan(query, { date, created_at, id }))
    .orderBy('date', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostRows)
    .execute();
  const last = rows.at(-1);
  return { ids: rows.map((row) => row.id), after: last ? `${last.date}|${last.created_at}|${last.id}` : '' };
}
