import { confirmByPage } from './confirm.ts';
import { addRain, confirmedTables, writeChanges, writePage } from './confirmed-rows.ts';
import { asksOfRows, putConfirmed, putSync, readNow, tellLeftOut } from './outbox-rows.ts';
import { type Disk, keysOf, startingWith, type Tables } from './disk.ts';
import { movementRow, type MovementRow, type Rain, rainOf, type RainRow, scopeOf } from './rows.ts';
import type { FarmStore, Pace, Rest, SyncState } from './store.ts';
import { besideRows } from './whole.ts';
import type { FeedPage, StagingStore, Staging } from './pages.ts';
import type { Change } from '#contract/endpoints/sync.ts';
import { type Movement, movementSchema } from '#domain/movements/movement.ts';
import { forgetIds } from './hash-set.ts';
import { historyTables } from './history.ts';
import { pageIn } from './history-page.ts';
import { asksOfReady, type FeedReady, makeFeedReady } from './ready-page.ts';
import { type GoneRow, isThere, putMovements, rainsOf, removeMovements, rowsById } from './movement-set.ts';

/** How feed pages are applied. */
export function feedPages(disk: Disk, pace: Pace): StagingStore & Pick<FarmStore, 'applyPage'> {
  const { atOnce = movementsAtOnce, rest = () => Promise.resolve(), isCalm = () => false } = pace;
  const most = (): number => (isCalm() ? Math.max(atOnce, calmMovementsAtOnce) : atOnce);
  const isForBlocks = (page: FeedPage): boolean => goesInBlocks(page, pace.fewestInBlocks ?? fewestInBlocks, atOnce);
  return {
    ...staging(disk, { most, rest, isForBlocks }),
    applyPage: async (organizationId, page) => {
      const isReady = !page.staging && isForBlocks(page);
      const ready = isReady ? await makeFeedReady(disk, organizationId, page, pace) : null;
      const applied = await disk.transact(
        'write',
        [...confirmedTables, ...besideRows],
        (tables) => applyFeedPage(tables, organizationId, page, ready),
        { ...asksOfRows(organizationId), ...asksOfReady(ready) },
      );
      if (ready) forgetIds();
      return applied;
    },
  };
}

/** Fewer would make the history's contents long for little. */
const fewestInBlocks = 100;

/** Whether a page's movements are many, and new but for a few; those few go among the rows. */
function goesInBlocks({ changes }: FeedPage, fewest: number, mostOthers: number): boolean {
  const movements = changes.filter(isMovement);
  return movements.length >= fewest && movements.filter(({ row }) => row?.version !== 1).length <= mostOthers;
}

/** Applies a page, or what of it was not staged: rows and confirmations appear when the cursor moves. */
async function applyFeedPage(
  tables: Tables,
  organizationId: string,
  page: FeedPage,
  ready: FeedReady | null,
): Promise<'applied' | 'stale' | 'other-epoch'> {
  const { ops, sync } = await readNow(tables, organizationId);
  if (page.epoch !== sync.epoch) {
    await putSync(tables, organizationId, { ...sync, wantEpoch: page.epoch });
    return 'other-epoch';
  }
  if (page.from !== sync.cursor || !isReadyFor(sync, page)) return 'stale';
  const { staging = null } = page;
  const scope = scopeOf(organizationId, sync.generation);
  const leftOut = ready ? await writeReady(tables, scope, ready) : await writeRows(tables, scope, page);
  if (leftOut === null) return 'stale';
  if (staging) await showRain(tables, scopeOf(organizationId, staging.generation), scope);
  await tellLeftOut(tables, [...leftOut, ...(staging?.leftOut ?? [])], page.at);
  const { keep, archive } = confirmByPage(ops, page);
  await putConfirmed(tables, { keep: keep.filter((op) => !ops.includes(op)), archive });
  const { to: cursor, mark = null } = page;
  const staged = staging && { generation: staging.generation, isShown: true };
  // Every write has the screens ask anew.
  const isNews = cursor !== sync.cursor || mark !== sync.mark || staged !== (sync.staged ?? null);
  if (isNews) await putSync(tables, organizationId, { ...sync, cursor, mark, staged });
  return 'applied';
}

/** Null, and nothing is written: its blocks are gone by now, or it was made for another set. */
async function writeReady(
  tables: Tables,
  scope: string,
  { scope: madeFor, read, made, staged }: FeedReady,
): Promise<readonly Change[] | null> {
  if (madeFor !== scope) return null;
  const shown = await writePage(tables, read, staged ?? pageIn(scope, made), staged !== null);
  return shown === 'shown' ? read.leftOut : null;
}

const writeRows = (tables: Tables, scope: string, { changes, staging }: FeedPage): Promise<readonly Change[]> =>
  writeChanges(tables, scope, staging ? changes.filter((change) => !isMovement(change)) : changes);

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
  await tables.rain.remove(keysOf(differences));
}

/** Movements per feed transaction: a save in between waits for no more. */
export const movementsAtOnce = 25;
/** While nobody records: each transaction is flushed, and the first save alone may wait for one. */
const calmMovementsAtOnce = 100;

interface Steps {
  readonly most: () => number;
  readonly rest: Rest;
  readonly isForBlocks: (page: FeedPage) => boolean;
}

/**
 * A long feed page is true only as a whole, and too much for one transaction. If new but for a few, its movements go in by blocks; else they
 * are staged under their own generation, a few at a time; with the rest of the page they show over the others (movement-set.ts) at once; then
 * they are merged. After a dead tab, hidden ones are swept, and shown ones settled by the next fetch.
 */
const staging = (disk: Disk, { most: atOnce, rest, isForBlocks }: Steps): StagingStore => ({
  stage: async (organizationId, page, before) => {
    const movements = page.changes.filter(isMovement);
    const most = atOnce();
    const isInOne = before === null && (movements.length <= most || isForBlocks(page));
    if (isInOne || before?.done === movements.length) return 'whole';
    if (before === null)
      return await disk.transact('write', ['outbox', 'sync'], (tables) => begin(tables, organizationId, page));
    const part = movements.slice(before.done, before.done + most);
    return await resting(rest, () =>
      disk.transact('move', ['movements', 'rain', ...historyTables], (tables) =>
        putStaged(tables, organizationId, before, part),
      ),
    );
  },
  settle: async (organizationId) => {
    const { sync } = await disk.transact('read', ['outbox', 'sync'], (tables) => readNow(tables, organizationId));
    if (!sync.staged?.isShown) return;
    const over = scopeOf(organizationId, sync.staged.generation);
    const scope = scopeOf(organizationId, sync.generation);
    const putSome = () =>
      disk.transact('move', ['movements', ...historyTables], (tables) => putAmong(tables, over, scope, atOnce()));
    if (await resting(rest, putSome)) return;
    await disk.transact('write', ['outbox', 'sync'], (tables) => end(tables, organizationId, sync.staged));
  },
});

async function resting<T>(rest: Rest, step: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const done = await step();
  await rest(performance.now() - begun);
  return done;
}

const isMovement = ({ table }: Change): boolean => table === 'movements';

async function begin(tables: Tables, organizationId: string, { from, epoch }: FeedPage): Promise<Staging | 'stale'> {
  const { sync } = await readNow(tables, organizationId);
  if (sync.cursor !== from || sync.epoch !== epoch || sync.staged?.isShown) return 'stale';
  const generation = sync.generations + 1;
  await putSync(tables, organizationId, {
    ...sync,
    generations: generation,
    staged: { generation, isShown: false },
  });
  return { generation, under: sync.generation, done: 0, leftOut: [] };
}

async function putStaged(
  tables: Tables,
  organizationId: string,
  { generation, under, done, leftOut }: Staging,
  part: readonly Change[],
): Promise<Staging> {
  const over = scopeOf(organizationId, generation);
  const unread: Change[] = [];
  const latest = new Map<string, Movement | null>();
  for (const change of part) {
    const read = change.row === null ? null : movementSchema.safeParse(change.row);
    if (read?.success === false) unread.push(change);
    else latest.set(change.id, read?.data ?? null);
  }
  const ids = [...latest.keys()];
  const before = await rainsBefore(tables, { over, scope: scopeOf(organizationId, under) }, ids);
  const rows = [...latest].map(([id, row]): MovementRow | GoneRow =>
    row === null ? { key: `${over}/${id}`, isGone: true } : movementRow(over, row),
  );
  const after = [...latest.values()].filter((movement) => movement !== null);
  await addRain(tables, over, before, after);
  await tables.movements.put(rows);
  return { generation, under, done: done + part.length, leftOut: [...leftOut, ...unread] };
}

/** What these movements add to the rain sums now, in either layer. */
async function rainsBefore(
  tables: Tables,
  { over, scope }: { readonly over: string; readonly scope: string },
  ids: readonly string[],
): Promise<readonly Rain[]> {
  const earlier = await rowsById(tables, over, ids);
  const below = await rainsOf(
    tables,
    scope,
    ids.filter((_, index) => earlier[index] === undefined),
  );
  const rains = earlier.map((row) => (row && isThere(row) ? rainOf(row.movement) : null));
  return [...below.values(), ...rains.filter((rain) => rain !== null)];
}

/** False when none are left. */
async function putAmong(tables: Tables, over: string, scope: string, atOnce: number): Promise<boolean> {
  const rows = await tables.movements.range<MovementRow | GoneRow>({ ...startingWith(`${over}/`), limit: atOnce });
  await putMovements(
    tables,
    scope,
    rows.filter(isThere).map(({ movement }) => movement),
  );
  const gone = rows.filter((row) => !isThere(row));
  await removeMovements(
    tables,
    scope,
    gone.map(({ key }) => key.slice(over.length + 1)),
  );
  await tables.movements.remove(keysOf(rows));
  return rows.length > 0;
}

async function end(tables: Tables, organizationId: string, staged: SyncState['staged']): Promise<void> {
  const { sync } = await readNow(tables, organizationId);
  if (sync.staged?.generation !== staged?.generation) return;
  await putSync(tables, organizationId, { ...sync, staged: null });
}

/** Since the last save or draft. */
const busyForMs = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * While somebody records, a backlog or a whole load pauses twice as long as each step took, and takes small ones. `open` gets the pace; `now`:
 * milliseconds from any start.
 */
export function restingBesideSaves(
  open: (pace: Required<Pick<Pace, 'rest' | 'isCalm'>>) => FarmStore,
  now = () => performance.now(),
): FarmStore {
  let savedAt = -Infinity;
  const isCalm = (): boolean => now() - savedAt >= busyForMs;
  const restMs = (tookMs: number): number => (isCalm() ? 0 : 2 * tookMs);
  const store = open({ rest: (tookMs) => pause(restMs(tookMs)), isCalm });
  const rest: Rest = async (tookMs) => {
    if (restMs(tookMs) > 0) await pause(restMs(tookMs));
  };
  return {
    ...store,
    isCalm,
    applyWhole: (organizationId, page) => resting(rest, () => store.applyWhole(organizationId, page)),
    changeOutbox: (organizationId, decide, onSaved) => {
      const noting: typeof decide = (outbox) => {
        const decision = decide(outbox);
        if (decision.edit.add?.length) savedAt = now();
        return decision;
      };
      return store.changeOutbox(organizationId, noting, onSaved);
    },
    saveDraft: (organizationId, key, draft) => {
      savedAt = now();
      return store.saveDraft(organizationId, key, draft);
    },
  };
}
