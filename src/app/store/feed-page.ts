import { confirmByPage } from './confirm.ts';
import { confirmedTables, writeChanges } from './confirmed-rows.ts';
import { tellLeftOut } from './diary.ts';
import { type Disk, startingWith, type Tables } from './disk.ts';
import { asksOfRows, putConfirmed, putSync, readNow } from './outbox-rows.ts';
import { type RainRow, scopeOf } from './rows.ts';
import { isMovement, movementsAtOnce, type Rest, staging } from './staging.ts';
import type { FarmStore, SyncState } from './store.ts';
import { besideRows } from './wholes.ts';
import type { FeedPage, StagingStore } from './pages.ts';

/** `atOnce`: movements per transaction. */
export interface Pace {
  readonly atOnce?: number;
  readonly rest?: Rest;
}

/** How feed pages are applied. No rests where time is simulated. */
export const feedPages = (
  disk: Disk,
  { atOnce = movementsAtOnce, rest = () => Promise.resolve() }: Pace,
): StagingStore & Pick<FarmStore, 'applyPage'> => ({
  ...staging(disk, atOnce, rest),
  applyPage: (organizationId, page) =>
    disk.transact(
      'write',
      [...confirmedTables, ...besideRows],
      (tables) => applyFeedPage(tables, organizationId, page),
      asksOfRows(organizationId),
    ),
});

/** Applies a page, or what of it was not staged: rows and confirmations appear when the cursor moves. */
async function applyFeedPage(
  tables: Tables,
  organizationId: string,
  page: FeedPage,
): Promise<'applied' | 'stale' | 'other-epoch'> {
  const { ops, sync } = await readNow(tables, organizationId);
  if (page.epoch !== sync.epoch) {
    await putSync(tables, organizationId, { ...sync, wantEpoch: page.epoch });
    return 'other-epoch';
  }
  if (page.from !== sync.cursor || !isReadyFor(sync, page)) return 'stale';
  const { staging = null } = page;
  const scope = scopeOf(organizationId, sync.generation);
  const changes = staging ? page.changes.filter((change) => !isMovement(change)) : page.changes;
  const leftOut = await writeChanges(tables, scope, changes);
  if (staging) await showRain(tables, scopeOf(organizationId, staging.generation), scope);
  await tellLeftOut(tables, [...leftOut, ...(staging?.leftOut ?? [])], page.at);
  const { keep, archive } = confirmByPage(ops, page);
  await putConfirmed(tables, { keep: keep.filter((op) => !ops.includes(op)), archive });
  const { to: cursor, mark = null, at: lastPulledAt } = page;
  const staged = staging && { generation: staging.generation, isShown: true };
  await putSync(tables, organizationId, { ...sync, cursor, mark, lastPulledAt, staged });
  return 'applied';
}

/** Nothing staged is shown, and what is staged is this page's. */
const isReadyFor = ({ staged }: SyncState, { staging: own }: FeedPage): boolean =>
  !staged?.isShown && (!own || own.generation === staged?.generation);

/** Rain sums follow when their movements are shown. */
async function showRain(tables: Tables, over: string, scope: string): Promise<void> {
  const differences = await tables.rain.range<RainRow>(startingWith(`${over}/`));
  const keys = differences.map(({ key }) => `${scope}${key.slice(over.length)}`);
  const sums = await tables.rain.get<RainRow>(keys);
  await tables.rain.put(
    differences.map(({ hundredths }, index): RainRow => ({
      key: keys[index] ?? '',
      hundredths: hundredths + (sums[index]?.hundredths ?? 0),
    })),
  );
  await tables.rain.remove(differences.map(({ key }) => key));
}
