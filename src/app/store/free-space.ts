import type { BlobRow } from './blobs.ts';
import { type Disk, keysOf, type Row, startingWith, type Tables } from './disk.ts';
import { type ContentsRow, dropPages, historyTables } from './history.ts';
import { dropUnshown } from './history-page.ts';
import { readSet } from './movement-set.ts';
import { putSync, type SyncRow } from './outbox-rows.ts';
import { orderKey, scopeOf } from './rows.ts';
import { HeldFailure, StorageFailure } from './store.ts';

/** What stays visible of each farm meanwhile. */
const newestMovements = 200;

const freedTables = ['movements', ...historyTables, 'sync', 'rain', 'blobs', 'blobBytes', 'diagnostics'] as const;

/** Reserve to give up: room for a few thousand records on a full device (offline.md §2.11). */
export const ballastBytes = 2 * 1024 * 1024;
/** In a table that a whole load rebuilds, under no farm's key. */
const ballastKey = 'ballast';
/** The browser's maximum per call. */
const mostChance = 65_536;

interface BytesRow extends Row {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Writes the ballast if missing and there is room. Random bytes, since browsers compress zeros. */
export async function keepBallast(disk: Disk, size: number): Promise<void> {
  if (size === 0) return;
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += mostChance) crypto.getRandomValues(bytes.subarray(at, at + mostChance));
  try {
    await disk.transact('write', ['rain'], async (tables) => {
      const [there] = await tables.rain.get([ballastKey]);
      if (!there) await tables.rain.put([{ key: ballastKey, bytes } satisfies BytesRow]);
    });
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown;
  }
}

async function dropBallast(tables: Tables): Promise<void> {
  await tables.rain.remove([ballastKey]);
}

async function dropBlobs(tables: Tables, rows: readonly BlobRow[]): Promise<void> {
  const keys = keysOf(rows);
  await tables.blobs.remove(keys);
  await tables.blobBytes.remove(keys);
}

/** Others' photos and voice notes, and the diary. */
async function dropFetched(tables: Tables): Promise<void> {
  const blobs = await tables.blobs.range<BlobRow>(startingWith(''));
  await dropBlobs(
    tables,
    blobs.filter(({ blob }) => blob.state === 'fetched'),
  );
  const diary = await tables.diagnostics.range(startingWith(''));
  await tables.diagnostics.remove(keysOf(diary));
}

/** Drops confirmed movements but the newest: the farm counts as incomplete, and is fetched again when there is room. */
async function dropOldMovements(tables: Tables, keep: number): Promise<void> {
  const farms = await tables.sync.range<SyncRow>(startingWith(''));
  for (const { key, state } of farms) {
    const read = `${scopeOf(key, state.generation)}/`;
    const newest = keep === 0 ? [] : await readSet(tables, scopeOf(key, state.generation), { limit: keep });
    const kept = new Set(newest.map(({ id }) => `${read}${id}`));
    const all = await tables.movements.range(startingWith(`${key}#`));
    const oldRows = keysOf(all).filter((row) => !kept.has(row));
    await tables.movements.remove(oldRows);
    const last = newest.at(-1);
    const floor = `${read}${last ? orderKey(last) : '\uffff'}`;
    // A history page stays whole if one of the newest is in it.
    const pages = await tables.contents.range<ContentsRow>(startingWith(`${key}#`));
    const oldPages = pages.filter((page) => !page.key.startsWith(read) || page.key < floor);
    await dropPages(tables, oldPages);
    await dropUnshown(tables, `${key}#`);
    const old = [...oldRows, ...oldPages.map((page) => page.key)];
    const isTorn = state.staged?.isShown === true || old.some((row) => row.startsWith(read));
    const snapshot = state.snapshot && old.some((row) => !row.startsWith(read)) ? null : state.snapshot;
    await putSync(tables, key, { ...state, snapshot, staged: null, cursor: isTorn ? null : state.cursor });
  }
}

/**
 * Drops a share of this phone's sent photos and voice notes, oldest first. Last of all: a restored server gets them again while their
 * record is archived. Where the server was restored since, they are owed and stay.
 */
async function dropSent(tables: Tables, share: number): Promise<void> {
  const farms = await tables.sync.range<SyncRow>(startingWith(''));
  const epochs = new Map(farms.map(({ key, state }) => [key, state.wantEpoch ?? state.epoch]));
  const blobs = await tables.blobs.range<BlobRow>(startingWith(''));
  const there = blobs
    .filter(({ blob }) => blob.state === 'sent')
    .filter(({ key, blob }) => epochs.get(key.slice(0, key.lastIndexOf('/'))) === blob.epoch)
    .toSorted((a, b) => ((a.blob.sentAt ?? '') < (b.blob.sentAt ?? '') ? -1 : 1));
  await dropBlobs(tables, there.slice(0, Math.ceil(there.length * share)));
}

const steps: readonly ((tables: Tables) => Promise<void>)[] = [
  dropBallast,
  dropFetched,
  (tables) => dropOldMovements(tables, newestMovements),
  (tables) => dropOldMovements(tables, 0),
  (tables) => dropSent(tables, 0.5),
  (tables) => dropSent(tables, 1),
];

/**
 * Runs a write of what a person typed. On a full device it frees what the server has (ballast, viewed photos, old rows, own photos) and
 * retries (offline.md §2.11). Throws `StorageFailure` when that was not enough.
 */
export async function withFreeSpace<T>(disk: Disk, task: () => Promise<T>, onFull: () => void): Promise<T> {
  for (const step of steps) {
    try {
      return await task();
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure) || !thrown.isFull) throw thrown;
      onFull();
    }
    if (!(await couldMake(disk, step))) break;
  }
  try {
    return await task();
  } catch (thrown) {
    if (thrown instanceof HeldFailure) return thrown.keep() as T;
    throw thrown;
  }
}

/** False where the database cannot even delete. */
async function couldMake(disk: Disk, step: (tables: Tables) => Promise<void>): Promise<boolean> {
  try {
    await disk.transact('write', freedTables, step);
    return true;
  } catch (thrown) {
    if (thrown instanceof StorageFailure) return false;
    throw thrown;
  }
}
