import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from './kernel/tokens.ts';

/** The operator's keys; empty: the server makes its own. */
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
