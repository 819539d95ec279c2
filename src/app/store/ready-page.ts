import { type Read, readSlowly, standingIn } from './read-rows.ts';
import { type Ahead, type Disk, keyValues, type TableName } from './disk.ts';
import { idsIn } from './hash-set.ts';
import { readContents } from './history.ts';
import { claimKey, type HistoryPage, type MadePage, makePage, pageIn, stagePage } from './history-page.ts';
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

/** A page of a whole load, read and cut; what else it holds goes in with its contents. */
export interface Ready {
  readonly read: Read;
  readonly made: MadePage;
  /** Its blocks, if they were written before (decision 63). */
  readonly staged: HistoryPage | null;
}

const seenBefore = [keyValues, 'sync', 'contents'] as const satisfies readonly TableName[];
const breathless = (): Promise<void> => Promise.resolve();

/** Does what needs no table, where nobody waits for one: whether the page is the next, and its movements new, is judged when it is written. */
export async function makeFresh(page: WholePage, { breathe = breathless }: Pace): Promise<Ready> {
  const read = await readSlowly(page.changes, breathe);
  return { read, made: await makePage(standingIn(read), () => false, breathe), staged: null };
}

/** Does what a save need not wait for. Null: another tab was first. */
export async function makeReady(
  disk: Disk,
  organizationId: string,
  page: WholePage,
  { breathe = breathless, isCalm = () => false }: Pace,
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
  const made = await makePage(standingIn(read), idsIn(scope, contents), breathe);
  if (isCalm()) return { read, made, staged: null };
  const staged = pageIn(scope, made);
  await stagePage(disk, staged);
  return { read, made, staged };
}

/** Keys that a page that is ready needs first. */
export const asksOfReady = (ready: Ready | 'older'): Ahead =>
  ready === 'older' || ready.staged === null ? {} : { blocks: [claimKey(ready.staged.scope)] };
