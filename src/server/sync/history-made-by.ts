import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Everything that shapes a record on its way to a phone. */
const parts = ['contract', 'domain', 'server'];

let known: string | null = null;

/** The program version: a digest of its files. Another may present or hide otherwise, and must not serve this one's cache. */
export function madeBy(): string {
  if (known !== null) return known;
  const hash = createHash('sha256');
  for (const part of parts) {
    const files = readdirSync(join(root, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|ts)$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name));
    for (const file of files.toSorted()) hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  known = hash.digest('base64url').slice(0, 22);
  return known;
}
