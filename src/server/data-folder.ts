import { chmod, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { loadSecrets } from './secrets.ts';
import type { Settings } from './settings.ts';

const files = ['tranquera.sqlite', 'tranquera.sqlite-wal', 'tranquera.sqlite-shm', 'access.key', 'refresh.key'];
const folders = ['.', 'files', 'mail', 'messages'];

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Makes a path owner-only. False if that fails. */
async function close(path: string): Promise<boolean> {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) await chmod(path, mode & 0o700);
    return ((await stat(path)).mode & 0o077) === 0;
  } catch (error) {
    return isMissing(error);
  }
}

/** Makes the data folder and closes it and our files to other users: it may have existed with wider rights. Returns what stayed open. */
export async function closeDataFolder(dataDir: string): Promise<string[]> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const open: string[] = [];
  // Windows has access lists of its own.
  if (process.platform === 'win32') return open;
  for (const name of [...folders, ...files]) {
    const path = join(dataDir, name);
    if (!(await close(path))) open.push(path);
  }
  return open;
}

/** The closed data folder and its keys. `tellOpen` logs what could not be closed. */
export async function openFolder({ DATA_DIR: dataDir, ACCESS_KEY: access, REFRESH_KEY: refresh }: Settings) {
  const open = await closeDataFolder(dataDir);
  const tellOpen = (log: Pick<FastifyBaseLogger, 'warn'>): void => {
    for (const path of open)
      log.warn({ path }, 'others of this machine may read it, and it could not be closed to them');
  };
  return { secrets: await loadSecrets(dataDir, { access, refresh }), tellOpen };
}
