import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from './features/accounts/tokens.ts';

/** The signing keys: made once, kept in the data folder, readable by its owner only (wire.md §Settings). */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return { access: await secret(join(dataDir, 'access.key')), refresh: await secret(join(dataDir, 'refresh.key')) };
}

async function secret(path: string): Promise<Uint8Array> {
  try {
    // `wx`: of two servers that start at once, one makes the key and the other reads it.
    await writeFile(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64url');
  if (key.length < 32) throw new Error(`The key in ${path} is too short to be one of ours`);
  return key;
}
