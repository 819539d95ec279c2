import { rowsWhere, type Trx } from '../database/tables.ts';
import { type SyncTable, syncTables } from '../../contract/endpoints/sync.ts';
import type { FarmHead } from '../database/scope.ts';
import { type Answer, type Call, farmOf, type KeptAnswer, type Reading, refuse } from '../kernel/call.ts';
import { olderThan } from '../herd/present/present-movement.ts';
import { feedFrom, type Point, scopeOf, headOf, readerOf } from './history-segment.ts';
import { segmentsOf } from './history-plan.ts';
import { changesOf, idsIn } from './rows.ts';

const mostRows = 500;

interface PageToken {
  readonly to: number;
  readonly mark: string | null;
  readonly table: SyncTable;
  readonly after: string;
}

/** Few rows without an order: always one page. */
const alwaysWhole: ReadonlySet<SyncTable> = new Set(['organization', 'members']);

/**
 * Everything, in pages of at most 500 rows. The token carries the first page's sequence, where the pull continues after the last. With segments,
 * these replace the pages of movements, and the feed continues at their commit.
 */
export async function snapshot(call: Call, reading: Reading, mayKeep: boolean): Promise<KeptAnswer> {
  return await reading(async (db) => {
    const head = await headOf(db, call);
    const scope = mayKeep && call.query.segments === '1' ? await scopeOf(db, call) : null;
    const token = readToken(call.query.page) ?? firstAt(scope ? await feedFrom(db, scope, head) : head);
    if (scope === null || token.table !== 'movements' || token.after !== '')
      return { answer: await pageAt(db, call, head, token), keep: null };
    const { segments, plan } = await segmentsOf(db, scope, head, token.to);
    const answer = { ...(await saidAlways(db, call, head, token)), next_page: null, changes: [], segments };
    return { answer, keep: plan };
  });
}

const firstAt = ({ seq, mark }: Point): PageToken => ({ to: seq, mark, table: 'organization', after: '' });

const saidAlways = async (db: Trx, call: Call, { seq, mark, epoch }: FarmHead, token: PageToken): Promise<Answer> => ({
  epoch,
  to: token.to,
  mark: token.mark ?? null,
  seen: { seq, mark },
  sight: await readerOf(db, call),
  server_time: new Date(call.now).toISOString(),
});

async function pageAt(db: Trx, call: Call, head: FarmHead, token: PageToken): Promise<Answer> {
  const { ids, after } = await idsAfter(db, call, token.table, token.after);
  const changes = await changesOf(db, call, token.table, ids);
  const next = syncTables[syncTables.indexOf(token.table) + 1];
  const isFull = ids.length === mostRows && !alwaysWhole.has(token.table);
  const rest = isFull ? { ...token, after } : next && { ...token, table: next, after: '' };
  return {
    ...(await saidAlways(db, call, head, token)),
    next_page: rest ? Buffer.from(JSON.stringify(rest)).toString('base64url') : null,
    changes,
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

interface PageOfIds {
  readonly ids: readonly string[];
  readonly after: string;
}

/** For all but movements. Rows the caller may not see count as read. */
const byId = (ids: readonly string[]): PageOfIds => ({ ids, after: ids.at(-1) ?? '' });

async function idsAfter(db: Trx, call: Call, table: SyncTable, after: string): Promise<PageOfIds> {
  if (table === 'movements') return await movementsAfter(db, farmOf(call), after);
  return byId(await idsIn(db, call, table, { after, most: mostRows }));
}

/** Movements newest first, by index: keyset pages. A malformed cursor is an older server's: the phone starts over. */
async function movementsAfter(db: Trx, farm: string, after: string): Promise<PageOfIds> {
  const [date = '', created_at = '', id = '', ...more] = after.split('|');
  if (after !== '' && (!date || !created_at || !id || more.length > 0)) return refuse('RESYNC');
  const rows = await rowsWhere(db, 'movements', { organization_id: farm })
    .select(['id', 'date', 'created_at'])
    .$if(after !== '', (query) => olderThan(query, { date, created_at, id }))
    .orderBy('date', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostRows)
    .execute();
  const last = rows.at(-1);
  return { ids: rows.map((row) => row.id), after: last ? `${last.date}|${last.created_at}|${last.id}` : '' };
}
