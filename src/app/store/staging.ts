import type { Change } from '../../contract/endpoints/sync.ts';
import { type Movement, movementSchema } from '../../domain/movements/movement.ts';
import { addRain } from './confirmed-rows.ts';
import { type Disk, startingWith, type Tables } from './disk.ts';
import { type GoneRow, isThere, rowsById } from './layers.ts';
import { putSync, readNow } from './outbox-rows.ts';
import { type MovementRow, movementRow, scopeOf } from './rows.ts';
import type { FeedPage, Staging, StagingStore } from './pages.ts';
import type { SyncState } from './store.ts';

/** A transaction of the feed writes no more movements: a save that comes in between waits for no more. */
export const movementsAtOnce = 25;

/** Leaves the phone to whoever saves, after a step that took so many milliseconds. */
export type Rest = (tookMs: number) => Promise<void>;

/**
 * A long page of the feed is true only as a whole, and too much for one transaction: a save would wait for it. Its movements are put aside
 * under a generation of their own, a few at a time; with the rest of the page they lie over the others (layers.ts), at once and for every
 * reader; then they are put among them, a few at a time. A tab may die after any step: what was only put aside is swept, what is shown is
 * settled by whoever fetches next.
 */
export const staging = (disk: Disk, atOnce: number, rest: Rest): StagingStore => ({
  stage: async (organizationId, page, before) => {
    const movements = page.changes.filter(isMovement);
    if (movements.length <= atOnce || before?.done === movements.length) return 'whole';
    if (before === null)
      return await disk.transact('write', ['outbox', 'sync'], (tables) => begin(tables, organizationId, page));
    const part = movements.slice(before.done, before.done + atOnce);
    return await resting(rest, () =>
      disk.transact('move', ['movements', 'rain'], (tables) => putAside(tables, organizationId, before, part)),
    );
  },
  settle: async (organizationId) => {
    const { sync } = await disk.transact('read', ['outbox', 'sync'], (tables) => readNow(tables, organizationId));
    if (!sync.staged?.isShown) return;
    const over = scopeOf(organizationId, sync.staged.generation);
    const scope = scopeOf(organizationId, sync.generation);
    const putSome = () => disk.transact('move', ['movements'], (tables) => putAmong(tables, over, scope, atOnce));
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

/** Whether a change of the feed may be put aside. */
export const isMovement = ({ table }: Change): boolean => table === 'movements';

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

async function putAside(
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
  const below = await rowsById(tables, scopeOf(organizationId, under), ids);
  const earlier = await rowsById(tables, over, ids);
  const before = ids.map((_, index) => earlier[index] ?? below[index]);
  const rows = [...latest].map(([id, row]): MovementRow | GoneRow =>
    row === null ? { key: `${over}/${id}`, isGone: true } : movementRow(over, row),
  );
  await addRain(
    tables,
    over,
    before.map((row) => (row && isThere(row) ? row : undefined)),
    rows.filter(isThere),
  );
  await tables.movements.put(rows);
  return { generation, under, done: done + part.length, leftOut: [...leftOut, ...unread] };
}

/** Gives whether there were any. */
async function putAmong(tables: Tables, over: string, scope: string, atOnce: number): Promise<boolean> {
  const rows = await tables.movements.range<MovementRow | GoneRow>({ ...startingWith(`${over}/`), limit: atOnce });
  await tables.movements.put(rows.filter(isThere).map(({ movement }) => movementRow(scope, movement)));
  const gone = rows.filter((row) => !isThere(row));
  await tables.movements.remove(gone.map(({ key }) => `${scope}${key.slice(over.length)}`));
  await tables.movements.remove(rows.map(({ key }) => key));
  return rows.length > 0;
}

async function end(tables: Tables, organizationId: string, staged: SyncState['staged']): Promise<void> {
  const { sync } = await readNow(tables, organizationId);
  // Another one was begun meanwhile.
  if (sync.staged?.generation !== staged?.generation) return;
  await putSync(tables, organizationId, { ...sync, staged: null });
}
