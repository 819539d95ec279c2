import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../kernel/call.ts';

/**
 * Bytes too large for the database, under unguessable ids. Written before their row and settled after its commit; the sweep clears what a dead
 * process left between.
 */
export interface FileStore {
  /** Writes whole or not at all; DATABASE_UNAVAILABLE when the disk is full. */
  readonly write: (id: string, bytes: Uint8Array) => Promise<void>;
  /** Call it when their row stands. Idempotent. */
  readonly settle: (id: string) => Promise<void>;
  /** Settled or not. Throws if missing: what a row names must exist. */
  readonly read: (id: string) => Promise<Uint8Array>;
  /** Idempotent. */
  readonly remove: (id: string) => Promise<void>;
}

/** An answer that is a file: the edge sends its bytes. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Ids are ours: nothing else becomes a path (trust.md row 134). */
const idPattern = /^[0-9a-f-]{36}$/;
const unsettledEnding = '.new';

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** Null for a missing file. */
const unlessMissing = async <T>(look: Promise<T>): Promise<T | null> => {
  try {
    return await look;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

export interface FileFolder extends FileStore {
  /** Size in bytes; null if missing. */
  readonly sizeOf: (id: string) => Promise<number | null>;
  /** Ids of unsettled files written before a time (milliseconds since 1970). */
  readonly unsettledBefore: (moment: number) => Promise<string[]>;
  /** How full its disk is, 0 to 1. */
  readonly fullness: () => Promise<number>;
}

type LookAtDisk = (folder: string) => Promise<{ readonly size: number; readonly free: number }>;

const lookAtDisk: LookAtDisk = async (folder) => {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { size: bsize * blocks, free: bsize * bavail };
};

/** The last tenth of a disk, a gigabyte at most, is reserved for records: a waiting photo is safe on its phone (trust.md row 158). */
async function refuseWithoutSpace(look: LookAtDisk, folder: string, bytes: number): Promise<void> {
  const { size, free } = await look(folder);
  if (free - bytes < Math.min(size / 10, 1_000_000_000)) throw new Refusal({ code: 'DATABASE_UNAVAILABLE' });
}

/** Files in a folder that only the server's account can read. */
export function openFileStore(folder: string, look = lookAtDisk): FileFolder {
  const pathOf = (id: string): string => {
    if (!idPattern.test(id)) throw new Error(`${id} is no id of a file`);
    return join(folder, id);
  };
  const unsettled = (id: string): string => pathOf(id) + unsettledEnding;
  /** Tries both names, the settled one again last: it may be settled in between. */
  const lookAt = async <T>(id: string, look: (path: string) => Promise<T>): Promise<T | null> => {
    for (const path of [pathOf(id), unsettled(id), pathOf(id)]) {
      const found = await unlessMissing(look(path));
      if (found !== null) return found;
    }
    return null;
  };
  const sizeOf = (id: string) => lookAt(id, async (path) => (await stat(path)).size);
  const write = async (id: string, bytes: Uint8Array): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await refuseWithoutSpace(look, folder, bytes.length);
    if ((await sizeOf(id)) !== null) throw new Error(`${id} is the id of another file`);
    await writeWhole(unsettled(id), bytes);
  };
  return {
    write,
    settle: async (id) => void (await unlessMissing(rename(unsettled(id), pathOf(id)))),
    read: async (id) => (await lookAt(id, (path) => readFile(path))) ?? (await readFile(pathOf(id))),
    remove: async (id) => {
      for (const path of [unsettled(id), pathOf(id)]) await rm(path, { force: true });
    },
    sizeOf,
    unsettledBefore: (moment) => unsettledIn(folder, moment),
    fullness: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { size, free } = await look(folder);
      return size > 0 ? 1 - free / size : 0;
    },
  };
}

/** The files in a data folder. */
export const filesIn = (dataDir: string): FileFolder => openFileStore(join(dataDir, 'files'));

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    // As durable as the row that will name it.
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw hasCode(error, 'ENOSPC', 'EDQUOT') ? new Refusal({ code: 'DATABASE_UNAVAILABLE' }) : error;
  } finally {
    await file.close();
  }
}

async function unsettledIn(folder: string, moment: number): Promise<string[]> {
  const names = (await unlessMissing(readdir(folder))) ?? [];
  const ids: string[] = [];
  for (const name of names.filter((one) => one.endsWith(unsettledEnding))) {
    const written = await unlessMissing(stat(join(folder, name)));
    const id = name.slice(0, -unsettledEnding.length);
    if (written !== null && written.mtimeMs < moment && idPattern.test(id)) ids.push(id);
  }
  return ids;
}
