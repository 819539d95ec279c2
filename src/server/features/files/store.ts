import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../frame/call.ts';
import type { FileStore } from '../../frame/files.ts';

/** Ids are ours: nothing else ever becomes a path (trust.md row 134). */
const idPattern = /^[0-9a-f-]{36}$/;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** The same with its files laid open, for whoever examines it. */
export interface FileFolder extends FileStore {
  /** How many bytes lie there; null where there is no such file. */
  readonly sizeOf: (id: string) => Promise<number | null>;
}

/** Files in a folder that only the server's own account may read. */
export function openFileStore(folder: string): FileFolder {
  const pathOf = (id: string): string => {
    if (!idPattern.test(id)) throw new Error(`${id} is no id of a file`);
    return join(folder, id);
  };
  const remove = async (id: string): Promise<void> => await rm(pathOf(id), { force: true });
  return {
    write: async (id, bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(pathOf(id), 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        // The row that names it is on the disk when the answer goes out: so is the file.
        await file.sync();
      } catch (error) {
        await remove(id);
        throw isFull(error) ? new Refusal({ code: 'DATABASE_UNAVAILABLE' }) : error;
      } finally {
        await file.close();
      }
    },
    read: async (id) => await readFile(pathOf(id)),
    remove,
    sizeOf: async (id) => {
      try {
        return (await stat(pathOf(id))).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
  };
}
