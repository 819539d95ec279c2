import { type Change, type SyncTable, syncTables } from '#contract/endpoints/sync.ts';
import { limits } from '#domain/limits.ts';
import { commitsOf, confirmByWhole, isOfHistory } from './confirm.ts';
import { confirmedShape, confirmedTables, writeChanges, writePage } from './confirmed-rows.ts';
import { type Disk, keysOf, type Range, startingWith, type TableName, type Tables } from './disk.ts';
import { dropHistory } from './history.ts';
import { dropUnshown, pageIn } from './history-page.ts';
import { forgetIds } from './hash-set.ts';
import { allMovements, rowsById } from './movement-set.ts';
import { type ArchiveRow, asksOfRows, putConfirmed, putSync, readNow, tellLeftOut } from './outbox-rows.ts';
import { type Op, subjectTables } from './op.ts';
import { asksOfReady, generationOf, makeFresh, makeReady, placeOf, type Ready } from './ready-page.ts';
import { readMovement } from './read-rows.ts';
import { scopeOf, type ThingRow } from './rows.ts';
import type { FarmStore, Life, Pace, SyncState, WholeLists, WholePage } from './store.ts';

/**
 * Applies a page of a whole load. Rows gather under the next generation; the last page makes it the set that is read, at its sequence. A
 * first load is read as it arrives. What was judged before is judged again.
 */
async function applyWholePage(
  tables: Tables,
  organizationId: string,
  page: WholePage,
  ready: Ready | 'older',
): Promise<'applied' | 'stale' | 'known'> {
  const now = await readNow(tables, organizationId);
  const { sync } = now;
  const under = sync.snapshot;
  const place = placeOf(now, page);
  if (place === 'older') {
    // The same copy was restored once more, in this phone's epoch: the feed is told what the phone knows, and says so.
    await putSync(tables, organizationId, { ...sync, snapshot: null, wantEpoch: null });
  }
  const generation = generationOf(sync);
  if (place !== 'next' || ready === 'older') return 'stale';
  const { read, made, staged } = ready;
  const scope = scopeOf(organizationId, generation);
  if (staged && staged.scope !== scope) return 'stale';
  const shown = await writePage(tables, read, staged ?? pageIn(scope, made), staged !== null);
  if (shown !== 'shown') return shown === 'known' ? 'known' : 'stale';
  await tellLeftOut(tables, read.leftOut, page.at);
  if (page.next !== null) {
    // The feed goes on at the first page's sequence: later pages may hold newer rows, which the feed brings again.
    const to = under?.to ?? page.to;
    const { epoch, progress, sight, mark = null, seen = null } = page;
    const begun = under
      ? { sight: under.sight, mark: under.mark ?? null, shape: confirmedShape }
      : { sight, mark, shape: confirmedShape };
    const arriving = page.changes.at(-1)?.table ?? under?.arriving ?? syncTables[0];
    const readAt = { ...(seen && tablesAt(page.changes, seen.seq)), ...under?.readAt };
    const snapshot = { generation, epoch, to, page: page.next, arriving, progress, ...begun, seen, readAt };
    await putSync(tables, organizationId, { ...sync, snapshot, generations: generation });
    return 'applied';
  }
  await finish(tables, organizationId, sync, page, generation);
  return 'applied';
}

const tablesAt = (changes: readonly Change[], seq: number): Record<string, number> =>
  Object.fromEntries(changes.map(({ table }) => [table, seq]));

/**
 * Whether sums that a first load read (`cells`, `assets`) hold an act already: its own record may come later, or have come before. Null where
 * that does not tell: no first load, no answer yet, or a server that does not say when it read.
 */
export function isSummed({ cursor, snapshot }: SyncState, table: SyncTable, { state, ack }: Op): boolean | null {
  const at = cursor === null ? snapshot?.readAt?.[table] : undefined;
  const seq = state === 'acked' && ack?.epoch === snapshot?.epoch ? ack?.seq : undefined;
  return at === undefined || seq === undefined || seq === null ? null : seq <= at;
}

async function finish(
  tables: Tables,
  organizationId: string,
  sync: SyncState,
  page: WholePage,
  generation: number,
): Promise<void> {
  await confirmOutbox(tables, organizationId, sync, page, generation);
  forgetIds();
  await putSync(tables, organizationId, {
    ...sync,
    epoch: page.epoch,
    cursor: page.to,
    mark: page.mark ?? null,
    ...(isRestored(sync, page.epoch) && { lives: livesAfter(sync, page.shared ?? null) }),
    wantEpoch: null,
    snapshot: null,
    staged: null,
    generation,
    generations: generation,
    sight: (sync.snapshot ? sync.snapshot.sight : page.sight) ?? null,
    shape: confirmedShape,
    checked: { at: page.at, cursor: page.to, mendedAt: sync.checked?.mendedAt ?? null },
  });
}

async function confirmOutbox(
  tables: Tables,
  organizationId: string,
  sync: SyncState,
  { epoch, to, at, acks = [], shared = null, reported: told = new Set() }: WholePage,
  generation: number,
): Promise<void> {
  const isOtherEpoch = isRestored(sync, epoch);
  const after = { epoch: null, lives: livesAfter(sync, shared) };
  const isShared = (op: Op): boolean => isOfHistory(op, after);
  const { ops } = await readNow(tables, organizationId);
  const rows = isOtherEpoch ? await tables.archive.range<ArchiveRow>(startingWith(`${organizationId}/`)) : [];
  const archive = rows.map((row) => row.op);
  const scope = scopeOf(organizationId, generation);
  const about = [...archive, ...ops];
  const movements = await rowsById(
    tables,
    scope,
    about.map((op) => op.entityId),
  );
  const things = await tables.things.get(about.map((op) => `${scope}/${subjectTables[op.subject]}/${op.entityId}`));
  const there = new Set(about.filter((_, index) => movements[index] ?? things[index]).map((op) => op.entityId));
  const keys = new Set(acks.map((ack) => ack.key));
  const isThere = (id: string): boolean => there.has(id);
  const confirmed = confirmByWhole(archive, ops, {
    epoch,
    to,
    at,
    isOtherEpoch,
    isShared,
    isThere,
    reported: told,
    keys,
  });
  const back = new Set(confirmed.keep.map((op) => op.opId));
  await tables.archive.remove(rows.filter((row) => back.has(row.op.opId)).map((row) => row.key));
  await putConfirmed(tables, confirmed);
}

/**
 * Another epoch of the same server. A backend that got the extension does not count: its ledger has no keys for what it was sent before.
 */
export const isRestored = (sync: SyncState, epoch: string): boolean =>
  sync.epoch !== null && sync.epoch !== noEpoch && sync.epoch !== epoch;

const mostLives = 20;

/** The epochs that a new one continues, each up to the newest shared commit. */
function livesAfter({ epoch, lives = [] }: SyncState, shared: number | null): Life[] {
  if (shared === null || epoch === null) return [];
  const before = lives.map((life) => ({ ...life, to: Math.min(life.to, shared) }));
  return [{ epoch, to: shared }, ...before].slice(0, mostLives);
}

/** Forgets a load that cannot go on: its rows are swept; the next has a generation of its own. */
async function dropWholePage(tables: Tables, organizationId: string): Promise<void> {
  const { sync } = await readNow(tables, organizationId);
  if (sync.snapshot === null) return;
  await putSync(tables, organizationId, { ...sync, snapshot: null });
}

/** A bounded cleanup step for idle time; true while there may be more. */
async function sweepOld(tables: Tables, organizationId: string, before: string): Promise<boolean> {
  const { sync } = await readNow(tables, organizationId);
  const limit = limits.rowsPerTransaction;
  const old = await tables.archive.range<ArchiveRow>({
    index: 'when',
    from: `${organizationId}/`,
    to: `${organizationId}/${before}`,
    limit,
  });
  await tables.archive.remove(keysOf(old));
  let removed = old.length;
  const { snapshot } = sync;
  await dropUnshown(tables, `${organizationId}#`, snapshot ? scopeOf(organizationId, snapshot.generation) : undefined);
  for (const gap of unread(organizationId, sync)) {
    if (await dropHistory(tables, gap)) return true;
    for (const name of ['things', 'movements', 'rain'] as const) {
      if (removed >= limit) return true;
      const rows = await tables[name].range({ ...gap, limit: limit - removed });
      await tables[name].remove(keysOf(rows));
      removed += rows.length;
    }
  }
  return removed >= limit;
}

type KeyRange = Pick<Range, 'from' | 'to'>;

/** The key ranges of unused sets: between the used ones, so that their number does not matter. */
function unread(organizationId: string, { generation, snapshot, staged }: SyncState): readonly KeyRange[] {
  const used = [generation, snapshot?.generation, staged?.generation].filter((one) => one !== undefined);
  const kept = used.map((one) => startingWith(`${scopeOf(organizationId, one)}/`));
  const all = startingWith(`${organizationId}#`);
  const gaps: KeyRange[] = [];
  let { from } = all;
  for (const { from: to, to: next } of kept.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    gaps.push({ from, to });
    from = next;
  }
  return [...gaps, { from, to: all.to }];
}

/** Written with a page's rows: confirmations, sync state, unreadable rows. */
export const besideRows = ['outbox', 'archive', 'ids', 'sync', 'diagnostics'] as const satisfies readonly TableName[];

export const wholes = (
  disk: Disk,
  pace: Pace,
): Pick<FarmStore, 'applyWhole' | 'applyLists' | 'dropWhole' | 'commits'> => ({
  commits: (organizationId, most) =>
    disk.transact('read', ['archive', 'outbox', 'sync'], (tables) => commitsOf(tables, organizationId, most)),
  applyWhole: async (organizationId, page) => {
    const apply = (ready: Ready | 'older'): Promise<'applied' | 'stale' | 'known'> =>
      disk.transact(
        'write',
        [...confirmedTables, ...besideRows],
        (tables) => applyWholePage(tables, organizationId, page, ready),
        { ...asksOfRows(organizationId), ...asksOfReady(ready) },
      );
    const fresh = pace.isCalm?.() ? await apply(await makeFresh(page, pace)) : 'known';
    if (fresh !== 'known') return fresh;
    const ready = await makeReady(disk, organizationId, page, pace);
    return ready !== null && (await apply(ready)) === 'applied' ? 'applied' : 'stale';
  },
  applyLists: (organizationId, lists) =>
    disk.transact('write', [...confirmedTables, ...besideRows], (tables) =>
      applyWholeLists(tables, organizationId, lists),
    ),
  dropWhole: (organizationId) =>
    disk.transact('write', ['outbox', 'sync'], (tables) => dropWholePage(tables, organizationId)),
});

export const sweepStep = (disk: Disk, organizationId: string, before: string): Promise<boolean> =>
  disk.transact('write', [...confirmedTables, 'archive', 'outbox', 'sync'], (tables) =>
    sweepOld(tables, organizationId, before),
  );

/** The epoch of a backend without the sync extension. */
export const noEpoch = 'none';

/**
 * Whole lists of a backend without a feed. Only differences are written, for writing is slow (offline.md §2.5). 'stale' while another tab
 * sends a record: its row may be in the list and would show twice.
 */
async function applyWholeLists(
  tables: Tables,
  organizationId: string,
  { lists, confirmed, at }: WholeLists,
): Promise<'applied' | 'stale'> {
  const { ops, sync } = await readNow(tables, organizationId);
  if (ops.some((op) => op.state === 'inflight' && op.method === 'POST')) return 'stale';
  const scope = scopeOf(organizationId, sync.generation);
  for (const [table, rows] of lists) {
    const before = await rowsOf(tables, scope, table);
    await writeChanges(tables, scope, differencesOf(table, before, rows));
  }
  const shown = new Set([...lists.values()].flatMap((rows) => rows.map((row) => row.id)));
  const isProved = (op: Op): boolean =>
    op.state === 'acked' && (confirmed.has(op.opId) || shown.has(op.ack?.serverId ?? op.entityId));
  const isMoving = (op: Op): boolean => op.state === 'parked';
  const keep = ops.filter(isMoving).map((op): Op => ({ ...op, state: 'pending', nextAt: Date.parse(at) }));
  await putConfirmed(tables, { keep, archive: ops.filter(isProved) });
  await putSync(tables, organizationId, {
    ...sync,
    epoch: noEpoch,
    cursor: (sync.cursor ?? 0) + 1,
    wantEpoch: null,
    snapshot: null,
    shape: confirmedShape,
  });
  return 'applied';
}

type StoredRows = ReadonlyMap<string, unknown>;

async function rowsOf(tables: Tables, scope: string, table: SyncTable): Promise<StoredRows> {
  if (table === 'movements') {
    return new Map((await allMovements(tables, scope)).map((movement) => [movement.id, movement]));
  }
  const prefix = `${scope}/${table}/`;
  const rows = await tables.things.range<ThingRow>(startingWith(prefix));
  return new Map(rows.map(({ key, thing }) => [key.slice(prefix.length), thing]));
}

function differencesOf(table: SyncTable, before: StoredRows, after: readonly Change[]): Change[] {
  const there = new Set(after.map(({ id }) => id));
  const gone = [...before.keys()].filter((id) => !there.has(id)).map((id): Change => ({ table, id, row: null }));
  const asStored = ({ row }: Change): unknown => (table === 'movements' ? (readMovement(row) ?? row) : row);
  const isNew = (change: Change): boolean => JSON.stringify(before.get(change.id)) !== JSON.stringify(asStored(change));
  return [...gone, ...after.filter(isNew)];
}
