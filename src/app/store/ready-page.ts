import { type Read, readSlowly, standingIn } from './confirmed-rows.ts';
import { type Ahead, type Disk, keyValues, type TableName } from './disk.ts';
import { idsIn } from './hash-set.ts';
import { readContents } from './history.ts';
import { claimKey, type HistoryPage, makePage, stagePage } from './history-page.ts';
import { asksOfRows, nothingYet, type SyncRow } from './outbox-rows.ts';
import { scopeOf } from './rows.ts';
import type { Pace, SyncState, WholePage } from './store.ts';

/** Where a page of a whole load stands. 'older': another tab loaded a later whole. */
export function placeOf({ sync }: { readonly sync: SyncState }, page: WholePage): 'next' | 'older' | 'stale' {
  const under = sync.snapshot;
  const isNext = page.page === null ? under === null : under?.page === page.page && under.epoch === page.epoch;
  if (!isNext) return 'stale';
  // Going back would hide what was confirmed since (offline.md §3.1, I6).
  return page.next === null && page.epoch === sync.epoch && page.to < (sync.cursor ?? 0) ? 'older' : 'next';
}

export const generationOf = ({ snapshot, generations }: SyncState): number => snapshot?.generation ?? generations + 1;

/** A page of a whole load, read and with its blocks written; what else it holds goes in at once. */
export interface Ready {
  readonly read: Read;
  readonly history: HistoryPage;
}

const seenBefore = [keyValues, 'sync', 'contents'] as const satisfies readonly TableName[];

/** Does what a save need not wait for. Null: another tab was first. */
export async function makeReady(
  disk: Disk,
  organizationId: string,
  page: WholePage,
  { breathe = () => Promise.resolve(), isCalm = () => false }: Pace,
): Promise<Ready | 'older' | null> {
  const looking = disk.transact(
    'read',
    seenBefore,
    async (tables) => {
      const [row] = await tables.sync.get<SyncRow>([organizationId]);
      const sync = row?.state ?? nothingYet;
      const scope = scopeOf(organizationId, generationOf(sync));
      return { place: placeOf({ sync }, page), scope, contents: await readContents(tables, scope) };
    },
    asksOfRows(organizationId),
  );
  const [{ place, scope, contents }, read] = await Promise.all([looking, readSlowly(page.changes, breathe)]);
  if (place !== 'next') return place === 'older' ? 'older' : null;
  const history = await makePage(scope, standingIn(read), idsIn(scope, contents), breathe);
  const isStaged = !isCalm();
  if (isStaged) await stagePage(disk, history);
  return { read, history: { ...history, isStaged } };
}

/** Keys that a page that is ready needs first. */
export const asksOfReady = (ready: Ready | 'older'): Ahead =>
  ready === 'older' ? {} : { blocks: [claimKey(ready.history.scope)] };
