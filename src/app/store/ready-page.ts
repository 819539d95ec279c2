import { type Read, readSlowly, standingIn } from './read-rows.ts';
import { type Ahead, type Disk, keyValues, type TableName } from './disk.ts';
import { idsIn, setAtHand } from './hash-set.ts';
import { readContents } from './history.ts';
import {
  blocksAtOnce,
  claimKey,
  type HistoryPage,
  type MadePage,
  makePage,
  pageIn,
  stagePage,
} from './history-page.ts';
import { asksOfRows, nothingYet, type SyncRow } from './outbox-rows.ts';
import type { FeedPage } from './pages.ts';
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

/** A page, read and cut; what else it holds goes in with its contents. */
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
  pace: Pace,
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
  const [{ place, scope, contents }, read] = await Promise.all([
    looking,
    readSlowly(page.changes, pace.breathe ?? breathless),
  ]);
  if (place !== 'next') return place === 'older' ? 'older' : null;
  return await withBlocks(disk, { scope, read, isKnown: idsIn(scope, contents) }, pace);
}

/** What the set had was looked for in `scope`. */
export interface FeedReady extends Ready {
  readonly scope: string;
}

/**
 * The same for a page of the feed. What the set has already belongs among the rows, as what it may have. Null: another tab was first.
 */
export async function makeFeedReady(
  disk: Disk,
  organizationId: string,
  page: FeedPage,
  pace: Pace,
): Promise<FeedReady | null> {
  const ids = page.changes.flatMap(({ table, id }) => (table === 'movements' ? [id] : []));
  const looking = disk.transact(
    'read',
    [...seenBefore, 'movements'],
    async (tables) => {
      const [row] = await tables.sync.get<SyncRow>([organizationId]);
      const { epoch, cursor, generation, staged } = row?.state ?? nothingYet;
      if (cursor !== page.from || epoch !== page.epoch || staged?.isShown) return null;
      const scope = scopeOf(organizationId, generation);
      const [contents, rows] = await Promise.all([
        readContents(tables, scope),
        tables.movements.get(ids.map((id) => `${scope}/${id}`)),
      ]);
      return { scope, contents, known: new Set(ids.filter((_, index) => rows[index] !== undefined)) };
    },
    asksOfRows(organizationId),
  );
  const [seen, read] = await Promise.all([looking, readSlowly(page.changes, pace.breathe ?? breathless)]);
  if (seen === null) return null;
  const { scope, contents, known } = seen;
  const isInHistory = idsIn(scope, contents);
  const isKnown = (id: string): boolean => known.has(id) || isInHistory(id);
  return { scope, ...(await withBlocks(disk, { scope, read, isKnown }, pace)) };
}

interface Seen {
  readonly scope: string;
  readonly read: Read;
  readonly isKnown: (id: string) => boolean;
}

async function withBlocks(disk: Disk, { scope, read, isKnown }: Seen, pace: Pace): Promise<Ready> {
  const made = await makePage(standingIn(read), isKnown, pace.breathe ?? breathless);
  if (pace.isCalm?.() && made.texts.length < blocksAtOnce) return { read, made, staged: null };
  const staged = pageIn(scope, made);
  await stagePage(disk, staged);
  return { read, made, staged };
}

/** Keys that a page that is ready needs first: the sums of its rains, if the load goes on, and whose its blocks are. */
export function asksOfReady(ready: Ready | 'older' | null): Ahead {
  if (ready === null || ready === 'older') return {};
  const { made, staged } = ready;
  const months = new Set(Object.values(made.rains).map(({ month }) => `${staged?.scope ?? setAtHand()}/${month}`));
  return { ...(months.size > 0 && { rain: [...months] }), ...(staged && { blocks: [claimKey(staged.scope)] }) };
}
