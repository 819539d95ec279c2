import { chmod, mkdir, stat, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Settings } from './settings.ts';
import type { Secrets } from './kernel/tokens.ts';

const files = ['tranquera.sqlite', 'tranquera.sqlite-wal', 'tranquera.sqlite-shm', 'access.key', 'refresh.key'];
const folders = ['.', 'files', 'mail', 'messages'];

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

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

interface GivenKeys {
  readonly access: string;
  readonly refresh: string;
}

const noneGiven: GivenKeys = { access: '', refresh: '' };

/**
 * The signing keys (wire.md §Settings): the operator's, where servers share a database, or made once in the data folder. The first signs; the
 * others still verify (trust.md row 29).
 */
export async function loadSecrets(dataDir: string, given: GivenKeys = noneGiven): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const [access, ...oldAccess] = await keysOf('ACCESS_KEY', given.access, join(dataDir, 'access.key'));
  const [refresh, ...oldRefresh] = await keysOf('REFRESH_KEY', given.refresh, join(dataDir, 'refresh.key'));
  return { access, refresh, older: { access: oldAccess, refresh: oldRefresh } };
}

type Keys = readonly [Uint8Array, ...Uint8Array[]];

async function keysOf(name: string, given: string, path: string): Promise<Keys> {
  if (given !== '') return keysIn(given, name);
  if (!existsSync(path)) await makeKey(path);
  return keysIn(await readFile(path, 'utf8'), path);
}

/** Makes the key if missing, linked into place once whole: of two servers one wins, and a dying one leaves no empty file. */
async function makeKey(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
}

function keysIn(text: string, place: string): Keys {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const [first, ...others] = words.map((word) => {
    const key = Buffer.from(word, 'base64url');
    if (key.length < 32) throw new Error(`A key in ${place} is too short to be one of ours`);
    return key;
  });
  if (!first) throw new Error(`There is no key in ${place}: it is too short to be one of ours`);
  return [first, ...others];
}
